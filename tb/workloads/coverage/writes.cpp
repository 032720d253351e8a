// SPDX-License-Identifier: Apache-2.0
// Eight results at the same time, in eight banks: on an SM that can have so many
// (configs/coverage/eight_results.yaml), the write-back fills all its requests in one cycle and writes them
// in another.
#include <array>
#include <bit>

#include "tb/workloads/input.hpp"
#include "tb/workloads/workload.hpp"

namespace heddle::coverage_writes {
namespace {

struct WriteSizes {
  std::uint32_t ctas = 15, passes = 8;
  static constexpr auto parameters() {
    using S = WriteSizes;
    return std::tuple{
        parameter(&S::ctas, "ctas", "CTAs", 1, 1000, "one an SM of GTX 480", "CTAs"),
        parameter(&S::passes, "passes", "", 1, 10'000, "the first wake the banks", "Passes of each CTA")};
  }
};

/// The instruction of each warp. It has no register operands, so that it waits for nothing, and an operation
/// of its own, so that its latency can be chosen.
struct Written {
  const char* instruction;
  std::uint32_t outcome;
};
constexpr std::array<Written, 8> warps{{
    {"rcp.approx.ftz.f32 %d, 0f40000000;", std::bit_cast<std::uint32_t>(0.5f)},
    {"cvt.rn.f32.f64 %d, 0d4000000000000000;", std::bit_cast<std::uint32_t>(2.0f)},
    {"add.f32 %d, 0f40000000, 0f3F800000;", std::bit_cast<std::uint32_t>(3.0f)},
    {"max.f32 %d, 0f40800000, 0f3F800000;", std::bit_cast<std::uint32_t>(4.0f)},
    {"div.full.ftz.f32 %d, 0f40000000, 0f40000000;", std::bit_cast<std::uint32_t>(1.0f)},
    {"div.u32 %d, 12, 4;", 3},
    {"mul.f32 %d, 0f40000000, 0f40400000;", std::bit_cast<std::uint32_t>(6.0f)},
    {"max.u32 %d, 5, 7;", 7},
}};
constexpr std::uint32_t threads = warps.size() * warp_size;

/// Warp w writes only its lanes 4 w to 4 w + 3, which lie in a bank of their own. %d is never written in all
/// lanes, so it is never compressed.
std::string write_ptx(const WriteSizes&) {
  std::string text =
      ".version 6.0\n.target sm_50\n.address_size 64\n"
      ".visible .entry writes(.param .u64 in, .param .u64 out, .param .u32 passes)\n{\n"
      "  .reg .b32 %d, %r<8>;\n  .reg .b64 %rd<4>;\n  .reg .pred %p<4>, %own;\n"
      "  mov.u32 %r0, %tid.x;\n  shr.u32 %r1, %r0, 5;\n  and.b32 %r2, %r0, 31;\n  shr.u32 %r2, %r2, 2;\n"
      "  setp.eq.u32 %own, %r1, %r2;\n"
      "  ld.param.u32 %r3, [passes];\n  mov.u32 %r4, 0;\n"
      "PASS:\n";
  for (std::size_t w = 1; w < warps.size(); ++w)
    text += fmt::format("  setp.eq.u32 %p0, %r1, {0};\n  @%p0 bra WARP{0};\n", w);
  for (std::size_t w = 0; w < warps.size(); ++w)
    text += fmt::format("WARP{}:\n  bar.sync 0;\n  @%own {}\n  bra JOIN;\n", w, warps[w].instruction);
  return text +
         "JOIN:\n"
         "  bar.sync 0;\n"
         "  add.u32 %r4, %r4, 1;\n  setp.lt.u32 %p1, %r4, %r3;\n  @%p1 bra PASS;\n"
         "  mov.u32 %r4, 0;\n  @%own mov.b32 %r4, %d;\n"
         "  mov.u32 %r2, %ctaid.x;\n  mov.u32 %r3, %ntid.x;\n  mad.lo.u32 %r2, %r2, %r3, %r0;\n"
         "  mul.wide.u32 %rd2, %r2, 4;\n  ld.param.u64 %rd0, [in];\n  ld.param.u64 %rd1, [out];\n"
         "  add.u64 %rd0, %rd0, %rd2;\n  add.u64 %rd1, %rd1, %rd2;\n"
         "  ld.global.u32 %r2, [%rd0];\n  xor.b32 %r4, %r4, %r2;\n  st.global.u32 [%rd1], %r4;\n  ret;\n}\n";
}

std::uint32_t expected(std::uint32_t thread, std::uint32_t in) {
  const std::uint32_t warp = thread / warp_size, lane = thread % warp_size;
  return lane / 4 == warp ? in ^ warps[warp].outcome : in;
}

WorkloadResult run(const WorkloadRun& run, const WriteSizes& sizes) {
  Random random(run.seed);
  std::vector<std::uint32_t> in(std::size_t{sizes.ctas} * threads), reference;
  for (std::uint32_t& word : in) word = static_cast<std::uint32_t>(random());
  for (std::size_t t = 0; t < in.size(); ++t)
    reference.push_back(expected(static_cast<std::uint32_t>(t % threads), in[t]));
  const DevicePointer device_in = run.context.upload(in);
  const DevicePointer out = run.context.allocate(in.size() * sizeof in[0]);
  run.module.function("writes").launch({.grid = {sizes.ctas}, .cta = {threads}}, device_in, out,
                                       sizes.passes);
  WorkloadResult result;
  result.compare<std::uint32_t>("out", reference, run.context.download<std::uint32_t>(out, in.size()));
  return result;
}

const Registration<Workload> registration{make_workload<WriteSizes>(
    {.name = "cover_writes",
     .description = "eight results at once on an SM that is wide enough",
     .stands_for = "no benchmark: coverage points of the power gate and the range indicator table",
     .values = "random words, and eight constants",
     .character = "divergent, bound by barriers",
     .small = {"ctas=15"}},
    run, write_ptx)};

}  // namespace
}  // namespace heddle::coverage_writes
