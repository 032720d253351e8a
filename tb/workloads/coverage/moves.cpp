// SPDX-License-Identifier: Apache-2.0
// Divergent instructions, many at a time, that write up to four compressed registers each: MOVs are injected
// for all destinations of instructions in all collector units.
#include <array>

#include "tb/workloads/input.hpp"
#include "tb/workloads/workload.hpp"

namespace heddle::coverage_moves {
namespace {

struct MoveSizes {
  std::uint32_t ctas = 30, passes = 8;
  static constexpr auto parameters() {
    using S = MoveSizes;
    return std::tuple{parameter(&S::ctas, "ctas", "CTAs", 1, 1000, "two an SM of GTX 480", "CTAs"),
                      parameter(&S::passes, "passes", "", 1, 10'000, "enough for every collector unit",
                                "Passes of each warp over the divergent instructions")};
  }
};

constexpr std::uint32_t threads = 24 * warp_size, additions = 6;

/// In each pass all registers are written anew, so that they are compressed, except `w` in odd passes. Then
/// lanes 0 to 15 add and load.
std::string write_ptx(const MoveSizes&) {
  std::string text =
      ".version 6.0\n.target sm_50\n.address_size 64\n"
      ".visible .entry moves(.param .u64 in, .param .u64 out, .param .u32 passes)\n{\n"
      "  .reg .b32 %r<16>, %a<8>, %x, %y, %z, %w;\n  .reg .b64 %rd<4>;\n  .reg .pred %p<4>;\n"
      "  ld.param.u64 %rd0, [in];\n  ld.param.u64 %rd1, [out];\n  ld.param.u32 %r0, [passes];\n"
      "  mov.u32 %r1, %tid.x;\n  mov.u32 %r2, %ctaid.x;\n  mov.u32 %r3, %ntid.x;\n"
      "  mad.lo.u32 %r2, %r2, %r3, %r1;\n"
      "  and.b32 %r3, %r1, 31;\n  mul.wide.u32 %rd2, %r3, 16;\n  add.u64 %rd0, %rd0, %rd2;\n"
      "  mul.wide.u32 %rd2, %r2, 4;\n  add.u64 %rd1, %rd1, %rd2;\n"
      "  ld.global.u32 %r4, [%rd0];\n"
      "  setp.lt.u32 %p0, %r3, 16;\n  mov.u32 %r5, 0;\n"
      "  @%p0 mov.u32 %r6, 5;\n  @!%p0 mov.u32 %r6, 6;\n"
      "PASS:\n"
      "  and.b32 %r7, %r5, 1;\n  mul.lo.u32 %r7, %r7, %r4;\n"
      "  mov.u32 %x, 1;\n  mov.u32 %y, 2;\n  mov.u32 %z, 3;\n  mov.u32 %w, %r7;\n";
  for (std::uint32_t k = 0; k < additions; ++k) text += fmt::format("  mov.u32 %a{0}, {0};\n", k);
  for (std::uint32_t k = 0; k < additions; ++k)
    text += fmt::format("  @%p0 add.u32 %a{0}, %a{0}, %r3;\n", k) +
            (k == additions / 2 ? "  @%p0 ld.global.v4.u32 {%x, %y, %z, %w}, [%rd0];\n" : "");
  for (std::uint32_t k = 0; k < additions; ++k) text += fmt::format("  mad.lo.u32 %r6, %r6, 3, %a{};\n", k);
  for (const char* r : {"%x", "%y", "%z", "%w"}) text += fmt::format("  mad.lo.u32 %r6, %r6, 3, {};\n", r);
  return text +
         "  add.u32 %r5, %r5, 1;\n  setp.lt.u32 %p1, %r5, %r0;\n  @%p1 bra PASS;\n"
         "  st.global.u32 [%rd1], %r6;\n  ret;\n}\n";
}

std::uint32_t expected(const std::vector<std::uint32_t>& in, std::uint32_t lane, std::uint32_t passes) {
  std::uint32_t sum = lane < 16 ? 5 : 6;
  for (std::uint32_t pass = 0; pass < passes; ++pass) {
    for (std::uint32_t k = 0; k < additions; ++k) sum = 3 * sum + k + (lane < 16 ? lane : 0);
    const std::array<std::uint32_t, 4> kept{1, 2, 3, pass % 2 * in[4 * lane]};
    for (std::uint32_t k = 0; k < 4; ++k) sum = 3 * sum + (lane < 16 ? in[4 * lane + k] : kept[k]);
  }
  return sum;
}

WorkloadResult run(const WorkloadRun& run, const MoveSizes& sizes) {
  Random random(run.seed);
  std::vector<std::uint32_t> in(4 * warp_size);
  for (std::uint32_t& word : in) word = static_cast<std::uint32_t>(random());
  const std::size_t count = std::size_t{sizes.ctas} * threads;
  const DevicePointer device_in = run.context.upload(in);
  const DevicePointer out = run.context.allocate(count * sizeof in[0]);
  run.module.function("moves").launch({.grid = {sizes.ctas}, .cta = {threads}}, device_in, out, sizes.passes);
  std::vector<std::uint32_t> reference;
  for (std::size_t t = 0; t < count; ++t)
    reference.push_back(expected(in, static_cast<std::uint32_t>(t % warp_size), sizes.passes));
  WorkloadResult result;
  result.compare<std::uint32_t>("out", reference, run.context.download<std::uint32_t>(out, count));
  return result;
}

const Registration<Workload> registration{make_workload<MoveSizes>(
    {.name = "cover_moves",
     .description = "half of each warp writes up to four compressed registers at a time",
     .stands_for = "no benchmark: coverage points of the MOV injector",
     .values = "constants, and random words",
     .character = "divergent",
     .small = {"ctas=15"}},
    run, write_ptx)};

}  // namespace
}  // namespace heddle::coverage_moves
