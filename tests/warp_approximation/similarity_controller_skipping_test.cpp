// SPDX-License-Identifier: Apache-2.0
// Skipping idle cycles does not change the controller's outputs, although it counts the cycles.
#include <gtest/gtest.h>

#include "models/base/random.hpp"
#include "tests/warp_approximation/similarity_controller_bench.hpp"

namespace heddle::similarity_controller_skipping_test {
namespace {

using Bench = SimilarityControllerTestBench;

constexpr SimilarityControllerConfig config{.window = 64, .step = 1, .hysteresis = 1};
constexpr SimilarityControl::Rule rule{config.window, config.step, config.hysteresis};
constexpr std::uint64_t seed = 5;

/// Wrongly counts windows by its own ticks, so that the cycles in which it sleeps are lost.
class Drowsy final : public BlockWith<SimilarityControllerPins> {
 public:
  explicit Drowsy(const char* name) : BlockWith(name) {}
  Cycle tick(Cycle now) override {
    if (const auto& launch = io.launch.get(); launch.valid) {
      const SimilarityLaunch& l = launch.payload;
      control_.launch(ticks_, {l.target, l.least.value, l.most.value, l.initial.value, l.enabled});
    } else {
      control_.step(++ticks_, io.similar.payload().found.value & 1);
    }
    io.state.put({{{static_cast<std::uint8_t>(control_.d())}, {control_.counted()}}});
    return io.similar.payload().found.value != 0 ? now + 1 : now + control_.next() - ticks_;
  }

 private:
  SimilarityControl control_{rule};
  std::uint64_t ticks_ = 0;
};

/// Sums up the outputs and their times, while results come at random, and sometimes none for several windows.
std::uint64_t checksum(Bench& bench) {
  Random random(seed);
  std::uint64_t sum = 0;
  bench.begin({.target = 8, .least = {0}, .most = {31}, .initial = {9}, .enabled = true});
  unsigned gap = 0;
  for (unsigned edge = 0; edge < 20'000; ++edge) {
    if (gap == 0) gap = 1 + random.below(random.one_in(16) ? 500 : 16);
    bench.find(--gap == 0);
    sum = (sum ^ bench.d() ^ bench.counted() << 5) * 0x9e3779b97f4a7c15ull;
  }
  return sum;
}

TEST(SimilarityControllerSkipping, NothingObservableDiffersAndMuchIsSkipped) {
  SCOPED_TRACE(testing::Message() << "seed " << seed);
  Bench on(std::make_unique<SimilarityController>("on", config), "on_clock", true);
  Bench off(std::make_unique<SimilarityController>("off", config), "off_clock", false);
  sc_core::sc_start(sc_core::sc_time::from_value(500));
  EXPECT_EQ(checksum(on), checksum(off));
  EXPECT_GT(on.d(), 0u);
  EXPECT_LT(2 * on.domain.ticks(), off.domain.ticks());
}

TEST(SimilarityControllerSkipping, ABrokenSleepRuleIsSeenByTheSameComparison) {
  Bench on(std::make_unique<Drowsy>("on"), "on_clock", true);
  Bench off(std::make_unique<Drowsy>("off"), "off_clock", false);
  sc_core::sc_start(sc_core::sc_time::from_value(500));
  EXPECT_NE(checksum(on), checksum(off));
}

}  // namespace
}  // namespace heddle::similarity_controller_skipping_test
