// SPDX-License-Identifier: Apache-2.0
// Stores that wait in an SM for the rest of their line: what memory gets, what the SM's own loads see, and
// what makes them leave.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include "tests/gpu/ptx_run.hpp"
#include "tests/memory/toy_edges.hpp"

namespace heddle::pending_stores_test {
namespace {

GpuConfig machine(unsigned sms = 1) {
  GpuConfig config = PtxRun::one_sm();
  config.sms = sms;
  config.l2 = whole_lines(config.l2);
  return config;
}

/// With so much patience that no line leaves since it has waited.
struct PatientRun : PtxRun {
  explicit PatientRun(const std::string& body, std::vector<std::string> set = {"caba.patience=1000000"},
                      unsigned sms = 1)
      : PtxRun(body, "caba", machine(sms), set) {}
  double pending(const std::string& counter) { return sm("caba.pending." + counter); }
};

// %rd2: the 16-bit word, %rd3: the 32-bit word of this thread.
const std::string places = R"(
  mul.wide.u32 %rd2, %r0, 2;
  add.s64 %rd2, %rd2, %rd1;
  mul.wide.u32 %rd3, %r0, 4;
  add.s64 %rd3, %rd3, %rd1;
)";
const std::string store_half = places + "st.global.u16 [%rd2], %r0;\n";
const std::string store_word = places + "st.global.u32 [%rd3], %r0;\n";
// Some thousand cycles, so that the CTA ends behind the rest.
const std::string wait = R"(
  mov.u32 %r9, 0;
L:
  add.u32 %r9, %r9, 1;
  setp.lt.u32 %p0, %r9, 400;
  @%p0 bra L;
)";

void expect_halves(const std::vector<std::uint32_t>& words) {
  for (unsigned k = 0; k < words.size(); ++k) ASSERT_EQ(words[k], 2 * k | (2 * k + 1) << 16) << k;
}

TEST(PendingStores, PartsOfALineLeaveAsOneLine) {
  PatientRun run(store_half + wait);
  expect_halves(run.run(256, 128));
  EXPECT_EQ(run.pending("stores"), 8);
  EXPECT_EQ(run.pending("lines"), 4);
  EXPECT_EQ(run.pending("complete_lines"), 4);
  EXPECT_EQ(run.pending("incomplete_lines"), 0);
  EXPECT_EQ(run.pending("compressed_lines"), 4) << "of each, this SM has written all bytes";
  EXPECT_EQ(run.sm("memory.edge.encoded_lines"), 4);
}

const std::string store_again = places + R"(
  mov.u32 %r9, 0;
M:
  st.global.u32 [%rd3], %r9;
  add.u32 %r9, %r9, 1;
  setp.lt.u32 %p0, %r9, 40;
  @%p0 bra M;
)";

/// Forty stores of the whole line, of which four at a time wait for their answer.
TEST(PendingStores, ALineLeavesWhenNoMoreOfItsStoresCanBeAnswered) {
  PatientRun run(store_again, {"caba.patience=1000000", "caba.stores_of_line=4"});
  for (const std::uint32_t word : run.run(32, 32)) ASSERT_EQ(word, 39u);
  EXPECT_EQ(run.pending("stores"), 40);
  EXPECT_GE(run.pending("lines"), 10);
  EXPECT_GE(run.pending("full_stores"), 5);
}

TEST(PendingStores, ManyStoresOfALineAreAnsweredWithIt) {
  PatientRun run(store_again, {"caba.patience=1000000", "caba.stores_of_line=64"});
  for (const std::uint32_t word : run.run(32, 32)) ASSERT_EQ(word, 39u);
  EXPECT_EQ(run.pending("full_stores"), 0);
  EXPECT_EQ(run.pending("lines"), 1);
}

/// One line at a time is on its way to memory, the others stay pending.
TEST(PendingStores, LinesWaitForThoseUnderWay) {
  PatientRun run(store_word, {"caba.patience=1000000", "caba.writes_under_way=1", "caba.pending_stores=4"});
  const auto words = run.run(1024, 1024);
  for (unsigned k = 0; k < words.size(); ++k) ASSERT_EQ(words[k], k);
  EXPECT_EQ(run.sm("storage.stores_to_answer.peak"), 4 + 1);
}

/// Each of the two SMs writes every second half word of a line: neither has all of it.
TEST(PendingStores, OfSeveralSmsMeetInTheL2) {
  PatientRun run(R"(
  mul.wide.u32 %rd3, %r0, 4;
  add.s64 %rd3, %rd3, %rd1;
  mov.u32 %r1, %ctaid.x;
  mul.wide.u32 %rd4, %r1, 2;
  add.s64 %rd3, %rd3, %rd4;
  add.u32 %r2, %r0, %r1;
  st.global.u16 [%rd3], %r2;
)" + wait,
                 {"caba.patience=1000000"}, 2);
  const std::vector<std::uint32_t> words = run.run(128, 128, 2);
  for (unsigned k = 0; k < words.size(); ++k) ASSERT_EQ(words[k], k | (k + 1) << 16) << k;
  EXPECT_EQ(run.stats.number("sm_total.caba.pending.incomplete_lines"), 8);
  EXPECT_EQ(run.stats.number("sm_total.caba.pending.compressed_lines"), 0);
}

TEST(PendingStores, OfACompleteLineServeLoads) {
  PatientRun run(store_word + R"(
  ld.global.u32 %r1, [%rd3];
  xor.b32 %r2, %r0, 1;
  mul.wide.u32 %rd4, %r2, 4;
  add.s64 %rd4, %rd4, %rd1;
  ld.global.u32 %r3, [%rd4];
  shl.b32 %r3, %r3, 16;
  or.b32 %r1, %r1, %r3;
  st.global.u32 [%rd3], %r1;
)");
  const std::vector<std::uint32_t> words = run.run(64, 64);
  for (unsigned k = 0; k < words.size(); ++k) ASSERT_EQ(words[k], k | (k ^ 1) << 16) << k;
  EXPECT_GT(run.pending("served_loads"), 0);
}

/// The first 16 threads have stored 32 bytes of the line, which the load must not miss.
TEST(PendingStores, OfAnIncompleteLineLeaveForALoad) {
  PatientRun run(store_half + R"(
  ld.global.u16 %r1, [%rd2];
  add.u32 %r1, %r1, 256;
  st.global.u16 [%rd2], %r1;
)");
  const std::vector<std::uint32_t> words = run.run(16, 8);
  for (unsigned k = 0; k < words.size(); ++k) ASSERT_EQ(words[k], (256 + 2 * k) | (257 + 2 * k) << 16) << k;
  EXPECT_GT(run.pending("incomplete_lines"), 0);
  EXPECT_EQ(run.pending("served_loads"), 0);
}

/// A machine a test: SystemC has one in a process.
class PendingStoresBefore : public testing::TestWithParam<const char*> {};
INSTANTIATE_TEST_SUITE_P(Accesses, PendingStoresBefore,
                         testing::Values("atom.global.add.u32 %r1, [%rd3], 7;\n",
                                         "ld.volatile.global.u32 %r1, [%rd3];\n"),
                         [](const auto& info) { return info.index == 0 ? "Atomics" : "VolatileLoads"; });

TEST_P(PendingStoresBefore, AllLeave) {
  PatientRun run(store_word + GetParam() + R"(
  add.u32 %r1, %r1, 1000;
  st.volatile.global.u32 [%rd3], %r1;
)");
  const std::vector<std::uint32_t> words = run.run(64, 64);
  for (unsigned k = 0; k < words.size(); ++k) ASSERT_EQ(words[k], 1000 + k) << k;
  EXPECT_EQ(run.pending("fenced_stores"), 2);
  EXPECT_EQ(run.pending("served_loads"), 0);
}

// Low priority is throttled, so that no assist warp compresses anything.
const std::vector<std::string> throttled{"caba.patience=1000000", "caba.controller.throttle_window=1",
                                         "caba.controller.least_idle=1"};

TEST(PendingStores, LeaveForAFence) {
  PatientRun run(store_word + "membar.gl;\n" + wait, throttled);
  EXPECT_EQ(run.run(64, 64)[63], 63u);
  EXPECT_EQ(run.pending("fenced_stores"), 2);
}

/// It ends before any has begun.
TEST(PendingStores, ForWhichNoAssistWarpHasBegunLeaveAtTheEndOfTheKernel) {
  PatientRun run(store_word);
  EXPECT_EQ(run.run(64, 64)[63], 63u);
  EXPECT_EQ(run.pending("orphaned_stores"), 2);
  EXPECT_LT(run.cycles(), 20000);
}

TEST(PendingStores, LeaveWhenTheyHaveWaitedForLong) {
  PatientRun run(store_half + wait, {"caba.patience=50"});
  expect_halves(run.run(32, 16));
  EXPECT_EQ(run.pending("incomplete_lines"), 1);
}

TEST(PendingStores, OfAnIncompleteLineLeaveAtTheEndOfTheirCta) {
  PatientRun run(store_half + wait);
  expect_halves(run.run(32, 16));
  EXPECT_EQ(run.pending("incomplete_lines"), 1);
}

class PendingStoresOfManyLines : public testing::TestWithParam<unsigned> {};
INSTANTIATE_TEST_SUITE_P(Entries, PendingStoresOfManyLines, testing::Values(1u, 3u, 8u, 32u));

/// A part of each of 40 lines, and then the rest of it.
TEST_P(PendingStoresOfManyLines, AreNotLost) {
  PatientRun run(R"(
  mov.u32 %r4, 0;
  mul.wide.u32 %rd2, %r0, 2;
  add.s64 %rd2, %rd2, %rd1;
H:
  mov.u32 %r5, 0;
  mov.b64 %rd3, %rd2;
M:
  shl.b32 %r6, %r5, 6;
  add.u32 %r6, %r6, %r0;
  st.global.u16 [%rd3], %r6;
  add.s64 %rd3, %rd3, 128;
  add.u32 %r5, %r5, 1;
  setp.lt.u32 %p0, %r5, 40;
  @%p0 bra M;
  add.s64 %rd2, %rd2, 64;
  add.u32 %r0, %r0, 32;
  add.u32 %r4, %r4, 1;
  setp.lt.u32 %p0, %r4, 2;
  @%p0 bra H;
)" + wait,
                 {"caba.patience=1000000", fmt::format("caba.pending_stores={}", GetParam())});
  expect_halves(run.run(32, 40 * 32));
  EXPECT_GE(run.pending("incomplete_lines"), 2 * (40 - GetParam()));
  EXPECT_EQ(run.pending("stores") + run.pending("crowded_parts"), 80);
}

}  // namespace
}  // namespace heddle::pending_stores_test
