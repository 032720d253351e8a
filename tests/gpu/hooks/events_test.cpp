// SPDX-License-Identifier: Apache-2.0
// Observers receive events when lanes diverge and reconverge, and when lines enter and leave a cache.
#include <gtest/gtest.h>

#include <tuple>

#include "tests/gpu/ptx_run.hpp"

namespace heddle::events_test {
namespace {

struct Witness final : SmObserver {
  void split(unsigned, unsigned warp, LaneMask taken, LaneMask stay, Cycle) override {
    splits.emplace_back(warp, taken, stay);
  }
  void joined(unsigned, unsigned warp, LaneMask active, Cycle) override { joins.emplace_back(warp, active); }
  void exited(unsigned, unsigned warp, LaneMask lanes, Cycle) override { exits.emplace_back(warp, lanes); }
  void filled(unsigned, const char* cache, std::uint64_t address, Cycle) override {
    fills.emplace_back(cache, address);
  }
  void evicted(unsigned, const char* cache, std::uint64_t address, bool dirty, Cycle) override {
    evictions.emplace_back(cache, address, dirty);
  }

  std::vector<std::tuple<unsigned, LaneMask, LaneMask>> splits;
  std::vector<std::tuple<unsigned, LaneMask>> joins;
  std::vector<std::tuple<unsigned, LaneMask>> exits;
  std::vector<std::tuple<std::string, std::uint64_t>> fills;
  std::vector<std::tuple<std::string, std::uint64_t, bool>> evictions;
};

TEST(Events, TellWhereLanesPartAndMeet) {
  // In warp 0 the lanes below 10 jump over the addition; warp 1 jumps as a whole; then all lanes add.
  PtxRun run(
      "mov.u32 %r1, 0;\n"
      "setp.lt.u32 %p1, %r0, 10;\nsetp.ge.u32 %p2, %r0, 32;\nor.pred %p1, %p1, %p2;\n"
      "@%p1 bra OVER;\nadd.u32 %r1, %r1, 5;\nOVER:\nadd.u32 %r1, %r1, 1;\n"
      "mul.wide.u32 %rd2, %r0, 4;\nadd.s64 %rd3, %rd1, %rd2;\nst.global.u32 [%rd3], %r1;\n");
  Witness seen;
  run.gpu.gpu().observe(seen);
  const auto out = run.run(64, 64);
  EXPECT_EQ(out[9], 1u);
  EXPECT_EQ(out[10], 6u);
  ASSERT_EQ(seen.splits.size(), 1u);
  EXPECT_EQ(seen.splits[0], std::tuple(0u, LaneMask{0x3ff}, ~LaneMask{0x3ff}));
  ASSERT_EQ(seen.joins.size(), 1u);
  EXPECT_EQ(seen.joins[0], std::tuple(0u, ~LaneMask{0}));
}

TEST(Events, TellWhichLanesLeaveAWarpThatGoesOn) {
  // The lanes below 10 of warp 0 and all of warp 1 exit early.
  PtxRun run(
      "setp.lt.u32 %p1, %r0, 10;\nsetp.ge.u32 %p2, %r0, 32;\nor.pred %p1, %p1, %p2;\n@%p1 exit;\n"
      "add.u32 %r1, %r0, 1;\n");
  Witness seen;
  run.gpu.gpu().observe(seen);
  run.run(64, 64);
  ASSERT_EQ(seen.exits.size(), 1u);
  EXPECT_EQ(seen.exits[0], std::tuple(0u, LaneMask{0x3ff}));
}

TEST(Events, TellOfLinesThatComeAndGo) {
  GpuConfig config = PtxRun::one_sm();
  CacheConfig& l1d = config.sm.load_store.l1d;
  l1d.ways = 2;
  l1d.bytes = 2 * l1d.line_bytes;  // one set
  std::string body = "mov.u32 %r1, 0;\n";
  for (unsigned line = 0; line < 4; ++line)
    body += "ld.global.u32 %r2, [%rd1+" + std::to_string(128 * line) + "];\nadd.u32 %r1, %r1, %r2;\n";
  PtxRun run(body + "st.global.u32 [%rd1], %r1;\n", "", config);
  Witness seen;
  run.gpu.gpu().observe(seen);
  run.run(32, 1024);
  std::vector<std::uint64_t> filled;
  for (const auto& [cache, address] : seen.fills)
    if (cache == "L1D") filled.push_back(address);  // the parameter comes through the L1C
  EXPECT_EQ(filled.size() + 1, seen.fills.size());
  ASSERT_EQ(filled.size(), 4u);
  for (unsigned k = 1; k < 4; ++k) EXPECT_EQ(filled[k], filled[0] + 128 * k);
  ASSERT_EQ(seen.evictions.size(), 2u);
  EXPECT_EQ(seen.evictions[0], std::tuple(std::string("L1D"), filled[0], false));
  EXPECT_EQ(run.sm("l1d.evictions"), 2);
}

}  // namespace
}  // namespace heddle::events_test
