// SPDX-License-Identifier: Apache-2.0
// Kernels with no register, with one, and with as many as fill the register file completely, in CTAs of 8 and
// of 32 warps.
#include "tb/workloads/coverage/live_values.hpp"
#include "tb/workloads/input.hpp"
#include "tb/workloads/workload.hpp"

namespace heddle::coverage_registers {
namespace {

struct RegisterSizes {
  std::uint32_t ctas = 60;
  static constexpr auto parameters() {
    return std::tuple{parameter(&RegisterSizes::ctas, "ctas", "CTAs", 1, 1000, "four an SM of GTX 480",
                                "Of the kernel that fills the register file")};
  }
};

constexpr std::uint32_t threads = 256;  // four such CTAs of 32 registers a thread fill 1024 warp registers
constexpr std::uint32_t most_threads = 1024;
constexpr std::uint32_t values = 27;  // live at the same time: with the addresses and the sum, 32 registers

std::string write_ptx(const RegisterSizes&) {
  return ".version 6.0\n.target sm_50\n.address_size 64\n"
         ".visible .entry none()\n{\n  ret;\n}\n"
         ".visible .entry one()\n{\n  .reg .b32 %r0;\n  .reg .pred %p0;\n  mov.u32 %r0, %tid.x;\n"
         "  setp.eq.u32 %p0, %r0, 0;\n  @%p0 bra DONE;\nDONE:\n  ret;\n}\n" +
         kernel_of_live_values("full", values);
}

WorkloadResult run(const WorkloadRun& run, const RegisterSizes& sizes) {
  Random random(run.seed);
  const std::uint32_t large_ctas = (sizes.ctas * threads + most_threads - 1) / most_threads;
  std::vector<std::uint32_t> in(std::size_t{large_ctas} * most_threads), reference;
  for (std::uint32_t& word : in) word = static_cast<std::uint32_t>(random());
  for (const std::uint32_t word : in) reference.push_back(sum_of_live_values(word, values));
  const DevicePointer device_in = run.context.upload(in);
  const DevicePointer out = run.context.allocate(in.size() * sizeof in[0]),
                      out_of_large = run.context.allocate(in.size() * sizeof in[0]);
  for (const char* kernel : {"none", "one"})
    run.module.function(kernel).launch({.grid = {sizes.ctas}, .cta = {threads}});
  run.module.function("full").launch({.grid = {large_ctas * (most_threads / threads)}, .cta = {threads}},
                                     device_in, out);
  run.module.function("full").launch({.grid = {large_ctas}, .cta = {most_threads}}, device_in, out_of_large);
  WorkloadResult result;
  result.compare<std::uint32_t>("out", reference, run.context.download<std::uint32_t>(out, in.size()));
  result.compare<std::uint32_t>("out of large CTAs", reference,
                                run.context.download<std::uint32_t>(out_of_large, in.size()));
  return result;
}

const Registration<Workload> registration{make_workload<RegisterSizes>(
    {.name = "cover_registers",
     .description = "kernels without registers, with one, and with the whole register file",
     .stands_for = "no benchmark: coverage points of the blocks with state for each register",
     .values = "random words",
     .character = "issue bound, no divergence",
     .small = {"ctas=60"}},
    run, write_ptx)};

}  // namespace
}  // namespace heddle::coverage_registers
