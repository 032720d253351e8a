// SPDX-License-Identifier: Apache-2.0
// Issue, barriers and shared memory, compared with the configuration.
#include <algorithm>
#include <numeric>

#include "tests/micro/figures.hpp"

namespace heddle::micro::sm_test {
namespace {

/// A fetch brings a warp two instructions, and the next fetch begins when both have issued: fetch, decode,
/// issue, issue. Several warps overlap, until each scheduler issues in every cycle: the issue width. (Beyond
/// eight warps the ends of the stretch, which has to fit the instruction cache, are more than 2 % of it.)
TEST(MicroIssue, WarpsIssueTwoInstructionsAFetchUpToTheIssueWidth) {
  const GpuConfig config = machine(1, in_turn);
  const auto measured = figures("micro_issue", config, {"warps=8"});
  const double alone = (1 + config.sm.l1i.latency + config.sm.decode_latency) / 2.0;
  for (unsigned warps = 1; warps <= 8; warps *= 2)
    expect_rate(measured, fmt::format("issue_{}_warps", warps),
                std::max(alone / warps, 1.0 / config.sm.schedulers));
}

TEST(MicroIssue, OneSchedulerIsHalfAsWide) {
  const GpuConfig config = machine(1, {"sm.scheduler=lrr", "sm.schedulers=1"});
  expect_rate(figures("micro_issue", config, {"warps=8"}), "issue_8_warps", 1);
}

/// A fetch brings a warp two barriers, and one warp fetches in a cycle. The first of the two opens when the
/// last warp has fetched it; the second follows at once.
TEST(MicroIssue, ABarrierTakesHalfOfTheFetchesOfAllWarps) {
  const GpuConfig config = machine();
  const auto measured = figures("micro_issue", config);
  for (unsigned warps = 1; warps <= 32; warps *= 2)
    expect_figure(measured, fmt::format("barrier_{}_warps", warps),
                  (warps + config.sm.l1i.latency + config.sm.decode_latency) / 2.0);
}

constexpr unsigned strides[] = {0, 1, 2, 3, 4, 8, 16, 32};

/// Returns how many lanes meet in a bank: with 32 banks and words `stride` apart, the greatest common
/// divisor; a single word for all lanes is one access.
unsigned passes(unsigned stride) { return stride == 0 ? 1 : std::gcd(stride, 32u); }

TEST(MicroShared, ALoadTakesTheLatencyAndACycleForEachFurtherPass) {
  const GpuConfig config = machine();
  ASSERT_EQ(config.sm.load_store.shared_banks, 32u);
  const auto measured = figures("micro_shared", config);
  for (const unsigned stride : strides)
    expect_exactly(measured, fmt::format("latency_stride_{}", stride),
                   to_dispatch + config.sm.load_store.shared_latency + (passes(stride) - 1) + to_register);
}

/// An access occupies the banks for one cycle a pass.
TEST(MicroShared, AnAccessTakesTheBanksForItsPasses) {
  const auto measured = figures("micro_shared", machine(1, in_turn));
  for (const unsigned stride : strides)
    expect_rate(measured, fmt::format("rate_stride_{}", stride), passes(stride));
  expect_rate(measured, "rate_2_words", 2);  // two half warps
  expect_rate(measured, "rate_4_words", 4);  // four quarter warps
  expect_rate(measured, "rate_atomic", 32);  // lane after lane
}

}  // namespace
}  // namespace heddle::micro::sm_test
