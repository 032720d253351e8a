// SPDX-License-Identifier: Apache-2.0
#include "models/warp_approximation/lane_gating.hpp"

#include <gtest/gtest.h>

#include <vector>

#include "models/base/random.hpp"

namespace heddle::lane_gating_test {
namespace {

/// An independent reference: one lane, stepped at every edge, with counters.
class NaiveLane {
 public:
  NaiveLane(unsigned idle_detect, unsigned wake_up) : idle_detect_(idle_detect), wake_up_(wake_up) {}
  void step(bool wanted, bool busy) {
    if (gated_) {
      gated_ = !wanted;
      waited_ = 0;
    } else if (waited_ < wake_up_) {
      ++waited_;
    } else {
      idle_ = wanted || busy ? 0 : idle_ + 1;
      gated_ = idle_ == idle_detect_;
    }
    if (!on()) idle_ = 0;
  }
  bool on() const { return !gated_ && waited_ == wake_up_; }
  bool gated() const { return gated_; }

 private:
  unsigned idle_detect_, wake_up_, waited_ = 0, idle_ = 0;
  bool gated_ = true;
};

struct Times {
  unsigned idle_detect, wake_up;
};
void PrintTo(const Times& t, std::ostream* out) {
  *out << "idle detect " << t.idle_detect << ", wake-up " << t.wake_up;
}

class LaneGatingTimes : public testing::TestWithParam<Times> {};

/// The inputs stay for a while. A LaneGating that is stepped only when it is due or its inputs change must
/// equal the naive lanes, which are stepped at every edge.
TEST_P(LaneGatingTimes, AgreesWithANaiveLaneThoughItLeavesEdgesOut) {
  constexpr std::uint64_t seed = 3;
  SCOPED_TRACE(testing::Message() << "seed " << seed);
  const auto [idle_detect, wake_up] = GetParam();
  LaneGating gating(idle_detect, wake_up);
  std::vector<NaiveLane> naive(warp_size, NaiveLane(idle_detect, wake_up));
  Random random(seed);
  LaneMask wanted = 0, busy = 0;
  std::uint64_t due = 1;
  unsigned stepped = 0;
  constexpr std::uint64_t edges = 20'000;
  for (std::uint64_t now = 1; now <= edges; ++now) {
    if (random.one_in(8 + idle_detect + wake_up)) {
      wanted = static_cast<LaneMask>(random() & random());
      busy = static_cast<LaneMask>(random() & random());
      due = now;
    }
    for (unsigned i = 0; i < warp_size; ++i) naive[i].step((wanted >> i & 1) != 0, (busy >> i & 1) != 0);
    if (due <= now) {
      gating.step(now, wanted, busy);
      due = gating.next(now);
      ++stepped;
      ASSERT_GT(due, now);
    }
    LaneMask on = 0, gated = 0;
    for (unsigned i = 0; i < warp_size; ++i) {
      on |= LaneMask{naive[i].on()} << i;
      gated |= LaneMask{naive[i].gated()} << i;
    }
    ASSERT_EQ(gating.on(), on) << "edge " << now;
    ASSERT_EQ(gating.gated(), gated) << "edge " << now;
  }
  EXPECT_LT(stepped, edges / 2);
}
INSTANTIATE_TEST_SUITE_P(LaneGating, LaneGatingTimes,
                         testing::Values(Times{10, 3}, Times{1, 0}, Times{1, 1}, Times{5, 16},
                                         Times{255, 64}));

TEST(LaneGating, AStepTooLateIsSeenByTheSameComparison) {
  LaneGating gating(2, 0);
  NaiveLane naive(2, 0);
  gating.step(1, 1, 0);
  naive.step(true, false);
  for (int edge = 0; edge < 2; ++edge) naive.step(false, false);
  gating.step(3, 0, 0);  // the edge at which the idle lane was due is skipped
  EXPECT_TRUE(naive.gated());
  EXPECT_EQ(gating.on(), 1u);
}

TEST(LaneGating, ResetGatesAllLanes) {
  LaneGating gating(10, 0);
  gating.step(1, 0xff, 0);
  EXPECT_EQ(gating.on(), 0xffu);
  gating.reset();
  EXPECT_EQ(gating.on(), 0u);
  EXPECT_EQ(gating.gated(), all_lanes);
}

}  // namespace
}  // namespace heddle::lane_gating_test
