// SPDX-License-Identifier: Apache-2.0
// A module that a random stall holds runs again in the next cycle, whether idle cycles are skipped or not.
#include <gtest/gtest.h>

#include <algorithm>
#include <functional>

#include "hw/sim/clock_domain.hpp"
#include "models/base/random.hpp"

namespace heddle::stalled_modules_test {
namespace {

constexpr Cycle cycles = 40'000;
constexpr std::uint64_t period = 1000;
constexpr StallConfig stalls{.percent = 40, .seed = 3};

/// Domains of the same name, with and without skipping, each with a module.
template <class Module>
struct OnAndOff {
  struct Side : sc_core::sc_module {
    Side(sc_core::sc_module_name name, bool skipping, const Module& like)
        : sc_module(name), core("core", period, Clocking(skipping, stalls)), module(like) {
      core.attach(module);
    }
    ClockDomain core;
    Module module;
  };
  explicit OnAndOff(const Module& like = {}) : on("on", true, like), off("off", false, like) {
    sc_core::sc_start(sc_core::sc_time::from_value(period * cycles + period / 2));
  }
  Side on, off;
};

/// Asks in each tick to sleep for ten cycles, whether it is held or not.
struct Sleeper : Clocked {
  Cycle tick(Cycle now) override {
    ticked.push_back(now);
    if (holds(0)) held.push_back(now);
    return now + 10;
  }
  std::vector<Cycle> ticked, held;
};

TEST(StalledModules, RunAgainInTheNextCycle) {
  const OnAndOff<Sleeper> sides;
  const Sleeper& s = sides.on.module;
  EXPECT_GT(s.held.size(), 1000u);
  for (std::size_t i = 0; i + 1 < s.ticked.size(); ++i) {
    const bool held = std::binary_search(s.held.begin(), s.held.end(), s.ticked[i]);
    ASSERT_EQ(s.ticked[i + 1] - s.ticked[i], held ? 1u : 10u) << "after cycle " << s.ticked[i];
  }
}

TEST(StalledModules, AreNotHeldWhenTheyAreTickedOnlyBecauseNoCycleIsSkipped) {
  const OnAndOff<Sleeper> sides;
  EXPECT_EQ(sides.off.module.ticked.size(), cycles);
  EXPECT_EQ(sides.on.module.held, sides.off.module.held);
}

/// Takes an item every ten cycles unless it is held, and sleeps between them. `held` decides whether it is.
struct Taker : Clocked {
  explicit Taker(std::function<bool(Taker&)> held) : held(std::move(held)) {}
  Cycle tick(Cycle now) override {
    if (!held(*this) && now >= due) {
      taken.push_back(now);
      due = now + 10;
    }
    return std::max(due, now + 1);
  }
  bool random_stall() { return holds(0); }

  std::function<bool(Taker&)> held;
  Cycle due = 0;
  std::vector<Cycle> taken;
};

TEST(StalledModules, DoTheSameWhetherCyclesAreSkippedOrNot) {
  const OnAndOff sides{Taker([](Taker& t) { return t.random_stall(); })};
  EXPECT_GT(sides.on.module.taken.size(), cycles / 20);
  EXPECT_EQ(sides.on.module.taken, sides.off.module.taken);
  EXPECT_LT(2 * sides.on.core.ticks(), sides.off.core.ticks());
}

TEST(StalledModules, HeldByACoinInEachTickWouldDependOnSkipping) {
  const OnAndOff sides{Taker([coin = Random(3)](Taker&) mutable { return coin.below(100) < 40; })};
  EXPECT_NE(sides.on.module.taken, sides.off.module.taken);
}

}  // namespace
}  // namespace heddle::stalled_modules_test
