// SPDX-License-Identifier: Apache-2.0
// Events of user subroutines where lanes of a warp wait for each other (sm.divergence=threads).
#include <gtest/gtest.h>

#include "tests/gpu/in_child.hpp"
#include "tests/gpu/ptx_run.hpp"

namespace heddle::gathered_events_test {
namespace {

/// Both warps diverge ahead of a vote, in line 15, and of a barrier.
std::string text() {
  return PtxRun::text(
      "and.b32 %r1, %r0, 1;\nsetp.ne.u32 %p0, %r1, 0;\n@%p0 bra ODD;\nadd.u32 %r1, %r1, 5;\nODD:\n"
      "vote.sync.ballot.b32 %r2, %p0, -1;\nbar.sync 0;\nst.global.u32 [%rd1], %r2;");
}

std::vector<double> counted(ptx::Divergence divergence) {
  GpuConfig config = PtxRun::one_sm();
  config.sm.divergence = divergence;
  StatGroup stats;
  SimulatedGpu gpu(
      config,
      techniques_of("caba", {"caba.what=none",
                             "caba.subroutines=[{name: votes, file: profile/count_events, event: pc, "
                             "line: 15, memory: 8}, {name: barriers, file: profile/count_events, "
                             "event: barrier, memory: 8}]"}),
      nullptr, stats);
  const ptx::Kernel kernel = ptx::load_module(text(), "k.ptx", {.divergence = divergence}).front();
  const DevicePointer out = gpu.allocate(4);
  gpu.launch_with(kernel, {1}, {64}, out);
  gpu.gpu().settle();
  return {static_cast<double>(gpu.download<std::uint32_t>(out, 1)[0]),
          stats.number("sm_total.caba.votes.ended"), stats.number("sm_total.caba.barriers.ended")};
}

/// Lanes that wait for others have not executed the instruction yet.
TEST(GatheredEvents, ComeOnceForEachWarp) {
  for (const ptx::Divergence divergence : {ptx::Divergence::stack, ptx::Divergence::threads})
    EXPECT_EQ(in_child(3, [&] { return counted(divergence); }), (std::vector<double>{0xaaaaaaaa, 2, 2}));
}

}  // namespace
}  // namespace heddle::gathered_events_test
