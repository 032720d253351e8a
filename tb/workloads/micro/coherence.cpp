// SPDX-License-Identifier: Apache-2.0
// Shows why .volatile, .cg and atomics must go to the L2: a CTA reads a line, another CTA on another SM
// writes it, and the first reads it again in every way that PTX has. L1s are not coherent, so the plain load
// may return the stale value; the other accesses must not.
#include "tb/workloads/input.hpp"
#include "tb/workloads/workload.hpp"

namespace heddle::micro_coherence {
namespace {

struct CoherenceSizes {
  std::uint32_t delay = 4000;
  static constexpr auto parameters() {
    return std::tuple{parameter(&CoherenceSizes::delay, "delay", "iterations", 1, 1'000'000,
                                "longer than the first load of the reader takes",
                                "Loop of the writer before it writes")};
  }
};

constexpr unsigned ways = 4;
constexpr const char* names[ways] = {"plain", "volatile", "cg", "atomic"};

/// CTA 0 writes the data and then the flag; CTA 1 reads the data, waits for the flag, and reads the data
/// again.
std::string write_ptx(const CoherenceSizes& sizes) {
  return fmt::format(
      ".version 6.0\n.target sm_50\n.address_size 64\n"
      ".visible .entry coherence(.param .u64 data, .param .u64 flag, .param .u64 fresh, .param .u64 "
      "out)\n{{\n"
      "  .reg .b32 %r<16>;\n  .reg .b64 %rd<8>;\n  .reg .pred %p<4>;\n"
      "  ld.param.u64 %rd0, [data];\n  ld.param.u64 %rd1, [flag];\n"
      "  ld.param.u64 %rd2, [fresh];\n  ld.param.u64 %rd3, [out];\n"
      "  mov.u32 %r0, %tid.x;\n  mul.wide.u32 %rd4, %r0, 4;\n"
      "  add.u64 %rd0, %rd0, %rd4;\n  add.u64 %rd2, %rd2, %rd4;\n"
      "  mul.wide.u32 %rd5, %r0, 16;\n  add.u64 %rd3, %rd3, %rd5;\n"
      "  mov.u32 %r1, %ctaid.x;\n  setp.ne.u32 %p0, %r1, 0;\n  @%p0 bra READER;\n"
      "  ld.global.u32 %r2, [%rd2];\n  mov.u32 %r3, {};\n"
      "DELAY:\n  sub.u32 %r3, %r3, 1;\n  setp.ne.u32 %p1, %r3, 0;\n  @%p1 bra DELAY;\n"
      "  st.global.u32 [%rd0], %r2;\n  membar.gl;\n  mov.u32 %r4, 1;\n  st.volatile.global.u32 [%rd1], %r4;\n"
      "  ret;\n"
      "READER:\n  ld.global.u32 %r5, [%rd0];\n"
      "WAIT:\n  ld.volatile.global.u32 %r6, [%rd1];\n  setp.eq.u32 %p2, %r6, 0;\n  @%p2 bra WAIT;\n"
      "  ld.global.u32 %r8, [%rd0];\n"
      "  st.global.u32 [%rd3], %r8;\n"  // before other accesses drop the line
      "  ld.volatile.global.u32 %r9, [%rd0];\n  ld.global.cg.u32 %r10, [%rd0];\n"
      "  atom.global.or.b32 %r11, [%rd0], 0;\n"
      "  st.global.u32 [%rd3+4], %r9;\n  st.global.u32 [%rd3+8], %r10;\n  st.global.u32 [%rd3+12], %r11;\n"
      "  ret;\n}}\n",
      sizes.delay);
}

WorkloadResult run(const WorkloadRun& run, const CoherenceSizes&) {
  Random random(run.seed);
  std::vector<std::uint32_t> old(warp_size), fresh(warp_size);
  for (std::uint32_t& word : old) word = static_cast<std::uint32_t>(random());
  for (std::size_t i = 0; i < fresh.size(); ++i) fresh[i] = ~old[i];
  const DevicePointer data = run.context.upload(old), fresh_at = run.context.upload(fresh);
  const DevicePointer flag = run.context.allocate(4);
  const DevicePointer out = run.context.allocate(std::size_t{warp_size} * ways * 4);
  run.module.function("coherence").launch({.grid = {2}, .cta = {warp_size}}, data, flag, fresh_at, out);
  const auto got = run.context.download<std::uint32_t>(out, std::size_t{warp_size} * ways);

  WorkloadResult result;
  unsigned stale = 0;
  for (unsigned way = 0; way < ways; ++way) {
    std::vector<std::uint32_t> expected = fresh, seen(warp_size);
    for (unsigned t = 0; t < warp_size; ++t) {
      seen[t] = got[t * ways + way];
      if (way == 0 && seen[t] == old[t]) {  // a plain load need not see the other SM's store
        expected[t] = old[t];
        ++stale;
      }
    }
    result.compare<std::uint32_t>(names[way], expected, seen);
  }
  result.compare<std::uint32_t>("data", fresh, run.context.download<std::uint32_t>(data, warp_size));
  result.figures.push_back({"stale_plain_loads", "lanes", static_cast<double>(stale)});
  return result;
}

const Registration<Workload> registration{make_workload<CoherenceSizes>(
    {.name = "micro_coherence",
     .description =
         "one SM writes what another one has in its L1: what plain, volatile, .cg loads and atomics see",
     .stands_for = "no benchmark: shows that L1s are not coherent",
     .values = "random words and their complements",
     .character = "two CTAs on two SMs that pass a flag",
     .small = {"delay=2000"}},
    run, write_ptx)};

}  // namespace
}  // namespace heddle::micro_coherence
