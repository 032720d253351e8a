// Kernels with no register, with one, and with as many as fill the register file to the last.
#include "tb/workloads/input.hpp"
#include "tb/workloads/workload.hpp"

namespace heddle {
namespace {

struct RegisterSizes {
  std::uint32_t ctas = 60;
  static constexpr auto parameters() {
    return std::tuple{parameter(&RegisterSizes::ctas, "ctas", "CTAs", 1, 1000, "four an SM of GTX 480",
                                "Of the kernel that fills the register file")};
  }
};

constexpr std::uint32_t threads = 256;  // four such CTAs of 32 registers a thread fill 1024 warp registers
constexpr std::uint32_t values = 29;    // that live at once: with addresses and sum, 32 registers

std::string write_ptx(const RegisterSizes&) {
  std::string text =
      ".version 6.0\n.target sm_50\n.address_size 64\n"
      ".visible .entry none()\n{\n  ret;\n}\n"
      ".visible .entry one()\n{\n  .reg .b32 %r0;\n  .reg .pred %p0;\n  mov.u32 %r0, %tid.x;\n"
      "  setp.eq.u32 %p0, %r0, 0;\n  @%p0 bra DONE;\nDONE:\n  ret;\n}\n"
      ".visible .entry full(.param .u64 in, .param .u64 out)\n{\n"
      "  .reg .b32 %r<4>, %v<32>;\n  .reg .b64 %rd<4>;\n"
      "  ld.param.u64 %rd0, [in];\n  ld.param.u64 %rd1, [out];\n"
      "  mov.u32 %r0, %tid.x;\n  mov.u32 %r1, %ctaid.x;\n  mov.u32 %r2, %ntid.x;\n"
      "  mad.lo.u32 %r0, %r1, %r2, %r0;\n  mul.wide.u32 %rd2, %r0, 4;\n"
      "  add.u64 %rd0, %rd0, %rd2;\n  add.u64 %rd1, %rd1, %rd2;\n  ld.global.u32 %r3, [%rd0];\n";
  for (std::uint32_t k = 0; k < values; ++k)
    text += fmt::format("  mul.lo.u32 %v{}, %r3, {};\n", k, 2 * k + 1);
  text += "  bar.sync 0;\n";
  for (std::uint32_t k = 0; k < values; ++k) text += fmt::format("  mad.lo.u32 %r3, %r3, 3, %v{};\n", k);
  return text + "  st.global.u32 [%rd1], %r3;\n  ret;\n}\n";
}

std::uint32_t expected(std::uint32_t x) {
  std::uint32_t sum = x;
  for (std::uint32_t k = 0; k < values; ++k) sum = 3 * sum + x * (2 * k + 1);
  return sum;
}

WorkloadResult run(const WorkloadRun& run, const RegisterSizes& sizes) {
  Random random(run.seed);
  std::vector<std::uint32_t> in(std::size_t{sizes.ctas} * threads), reference;
  for (std::uint32_t& word : in) word = static_cast<std::uint32_t>(random());
  for (const std::uint32_t word : in) reference.push_back(expected(word));
  const DevicePointer device_in = run.context.upload(in);
  const DevicePointer out = run.context.allocate(in.size() * sizeof in[0]);
  for (const char* kernel : {"none", "one"})
    run.module.function(kernel).launch({.grid = {sizes.ctas}, .cta = {threads}});
  run.module.function("full").launch({.grid = {sizes.ctas}, .cta = {threads}}, device_in, out);
  WorkloadResult result;
  result.compare<std::uint32_t>("out", reference, run.context.download<std::uint32_t>(out, in.size()));
  return result;
}

const Registration<Workload> registration{make_workload<RegisterSizes>(
    {.name = "cover_registers",
     .description = "kernels without registers, with one, and with the whole register file",
     .stands_for = "no benchmark: what the other workloads do not reach of the blocks that know registers",
     .values = "random words",
     .character = "issue bound, no divergence",
     .small = {"ctas=60"}},
    run, write_ptx)};

}  // namespace
}  // namespace heddle
