// SPDX-License-Identifier: Apache-2.0
// A throttle and a random SM that obeys it: every claim must find a register, and at any time some CTA may
// issue.
#include <gtest/gtest.h>

#include <algorithm>
#include <functional>
#include <numeric>

#include "tb/register_virtualization/cta_throttle/throttled_sm.hpp"
#include "tests/register_virtualization/cta_throttle_bench.hpp"

namespace heddle::cta_throttle_system_test {
namespace {

struct Outcome {
  int least_free = 0;  // the lowest count of any launch
  unsigned longest_wait = 0, throttled = 0, hung = 0;
  std::uint64_t claims = 0, ended = 0;
};

/// `change` modifies a launch before it begins, `translate` modifies what the SM reports.
struct Tampering {
  std::function<void(ThrottledSm::Launch&)> change = [](auto&) {};
  std::function<void(ThrottleInputs&)> translate = [](auto&) {};
};

Outcome play(std::uint64_t seed, unsigned launches, const Tampering& tampering = {}, unsigned gap = 2) {
  CtaThrottleTestBench bench;
  ThrottledSm sm(seed);
  Outcome outcome;
  ThrottleInputs told{};
  // What the SM reports in a cycle is on its pins behind the next edge.
  const auto cycle = [&] {
    ThrottleInputs next = sm.tick(bench.decision.read().payload);
    tampering.translate(next);
    bench.inputs.launch = told.launch;
    bench.inputs.cta = told.cta;
    bench.inputs.change = told.change;
    told = next;
    outcome.throttled += bench.throttled();
    bench.step();
  };
  for (unsigned n = 0; n < launches; ++n) {
    ThrottledSm::Launch launch = sm.draw();
    tampering.change(launch);
    sm.begin(launch);
    for (unsigned c = 0; c < 600; ++c) cycle();
    sm.drain();
    unsigned left = 20'000;
    while (!sm.empty() && --left != 0) cycle();
    outcome.hung += left == 0;
    for (unsigned c = 0; c < gap; ++c) cycle();
    outcome.least_free = std::min(outcome.least_free, sm.least_free());
    outcome.longest_wait = std::max(outcome.longest_wait, sm.longest_wait());
  }
  outcome.claims = sm.claims();
  outcome.ended = sm.ended();
  return outcome;
}

class ThrottledSystem : public testing::TestWithParam<unsigned> {};

TEST_P(ThrottledSystem, ThereIsARegisterForEachClaimAndNobodyWaitsForGood) {
  const Outcome outcome = play(GetParam(), 1000);
  EXPECT_EQ(outcome.least_free, 0) << "none too few, and the last one was used";
  EXPECT_EQ(outcome.hung, 0u);
  EXPECT_LE(outcome.longest_wait, 6u) << "an end is known after 3 cycles, and counting takes 2 more";
  EXPECT_GT(outcome.throttled, 100'000u);
  EXPECT_GT(outcome.claims, 200'000u);
  EXPECT_GT(outcome.ended, 10'000u);
}
INSTANTIATE_TEST_SUITE_P(Seeds, ThrottledSystem, testing::Range(1u, 5u));

TEST(ThrottledSystemControl, WithAMarginThatIsOneIssueTooSmallRegistersRunOut) {
  const Outcome outcome = play(1, 1000, {.change = [](ThrottledSm::Launch& launch) {
                                 launch.counts.margin =
                                     static_cast<std::uint16_t>(launch.counts.margin - launch.per_issue);
                               }});
  EXPECT_LT(outcome.least_free, 0);
}

TEST(ThrottledSystemControl, WithoutAMarginRegistersRunOut) {
  EXPECT_LT(play(1, 20, {.change = [](ThrottledSm::Launch& launch) { launch.counts.margin = 0; }}).least_free,
            0);
}

/// Makes the CTAs so small that two or three fit into the file.
void shrink(ThrottledSm::Launch& launch) {
  launch.counts.most = static_cast<std::uint16_t>(launch.counts.most % 20 + 1);
  for (std::uint16_t& capacity : launch.counts.capacity)
    capacity = static_cast<std::uint16_t>(launch.counts.most + capacity % 40);
}

TEST(ThrottledSystemControl, CountedByClusterNoneRunsOut) {
  EXPECT_EQ(play(1, 20, {.change = shrink}).least_free, 0);
}

/// As in the paper, the counters count registers of all clusters together; here all claims are for one
/// cluster.
TEST(ThrottledSystemControl, CountedInTotalOnlyOneRunsOut) {
  const auto in_total = [](ThrottleInputs& inputs) {
    BalanceLaunch& launch = inputs.launch.payload;
    const auto sum = std::accumulate(launch.capacity.begin(), launch.capacity.end(), 0u);
    launch.most = static_cast<std::uint16_t>(clusters * launch.most);
    launch.margin = ThrottledSm::unknown_issues * ptx::max_destinations;
    launch.capacity = {static_cast<std::uint16_t>(sum), 2047, 2047, 2047};
    inputs.change.claim_clusters.fill(0);
    inputs.change.release_clusters.fill(0);
  };
  EXPECT_LT(play(1, 20, {.change = shrink, .translate = in_total}).least_free, 0);
}

TEST(ThrottledSystemControl, ALaunchTooSoonBehindAnotherMeetsItsDecisions) {
  EXPECT_LT(play(1, 1000, {.change = shrink}, 1).least_free, 0);
}

}  // namespace
}  // namespace heddle::cta_throttle_system_test
