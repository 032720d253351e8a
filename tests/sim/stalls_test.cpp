// SPDX-License-Identifier: Apache-2.0
// Random stalls: how often latches are held, and that only the seed decides when.
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <deque>
#include <numeric>

#include "hw/sim/clock_domain.hpp"

namespace heddle::stalls_test {
namespace {

constexpr Cycle cycles = 40'000;
constexpr std::uint64_t period = 1000;
void run(Cycle n) { sc_core::sc_start(sc_core::sc_time::from_value(period * n + period / 2)); }

Clocking stalls(unsigned percent, std::uint64_t seed) { return {true, {.percent = percent, .seed = seed}}; }

using Pattern = std::vector<bool>;  ///< a cycle each: was the latch held?

/// Asks for its latches in every cycle.
struct Asker : Clocked {
  explicit Asker(unsigned latches = 1) : held(latches) {}
  Cycle tick(Cycle now) override {
    for (unsigned latch = 0; latch < held.size(); ++latch) held[latch].push_back(holds(latch));
    return now + 1;
  }
  std::vector<Pattern> held;
};

/// A domain with one Asker.
struct Asked {
  Asked(const char* name, const Clocking& clocking, unsigned latches = 1)
      : domain(name, period, clocking), asker(latches) {
    domain.attach(asker);
  }
  ClockDomain domain;
  Asker asker;
};

double share(const Pattern& p) {
  return static_cast<double>(std::count(p.begin(), p.end(), true)) / static_cast<double>(p.size());
}
/// Returns where both patterns hold a latch, b being looked at `later` cycles later.
Pattern both(const Pattern& a, const Pattern& b, std::size_t later = 0) {
  Pattern all(a.size() - later);
  for (std::size_t i = 0; i < all.size(); ++i) all[i] = a[i] && b[i + later];
  return all;
}
constexpr std::array stall_cycles{1.0, 4.0, 16.0, 64.0};  ///< lengths of stalls, equally likely in time
/// Expects the share of draws with this probability to lie within five standard deviations. The cycles of a
/// stall share one draw, so the variance is that of single cycles times the mean length.
void expect_share(const Pattern& p, double probability) {
  const double together =
      std::accumulate(stall_cycles.begin(), stall_cycles.end(), 0.0) / stall_cycles.size();
  const double deviation =
      std::sqrt(probability * (1 - probability) * together / static_cast<double>(p.size()));
  EXPECT_NEAR(share(p), probability, 5 * deviation);
}

TEST(Stalls, HoldEachLatchInTheConfiguredShareOfCycles) {
  constexpr std::uint64_t seed = 7;
  std::deque<Asked> all;
  const std::vector<unsigned> percents{0, 1, 10, 50, 90};
  for (const unsigned percent : percents)
    all.emplace_back(("p" + std::to_string(percent)).c_str(), stalls(percent, seed), 64);
  run(cycles);
  for (std::size_t i = 0; i < percents.size(); ++i)
    for (const Pattern& p : all[i].asker.held) {
      ASSERT_EQ(p.size(), cycles);
      SCOPED_TRACE("seed " + std::to_string(seed) + ", percent " + std::to_string(percents[i]));
      expect_share(p, percents[i] / 100.0);
    }
}

TEST(Stalls, BelongToTheSeed) {
  struct Parent : sc_core::sc_module {
    Parent(sc_core::sc_module_name name, std::uint64_t seed)
        : sc_module(name), core("core", stalls(30, seed)) {}
    Asked core;
  };
  Parent a("a", 1), again("again", 1), other("other", 2);
  run(cycles);
  EXPECT_EQ(a.core.asker.held, again.core.asker.held);
  expect_share(both(a.core.asker.held[0], other.core.asker.held[0]), 0.3 * 0.3);
}

TEST(Stalls, OfLatchesModulesDomainsAndCyclesAreIndependent) {
  Asked first("first", stalls(40, 1), 3), second("second", stalls(40, 1));
  Asker next;
  first.domain.attach(next);
  run(cycles);
  SCOPED_TRACE("seed 1");
  const Pattern& latch = first.asker.held[0];
  const double square = 0.4 * 0.4;
  expect_share(both(latch, first.asker.held[1]), square);
  expect_share(both(latch, first.asker.held[2]), square);
  expect_share(both(first.asker.held[1], first.asker.held[2]), square);
  expect_share(both(latch, next.held[0]), square);
  expect_share(both(latch, second.asker.held[0]), square);
  for (std::size_t later = 64; later < 164; ++later) expect_share(both(latch, latch, later), square);
}

TEST(Stalls, LastOneToSixtyFourCycles) {
  Asked asked("asked", stalls(25, 1));
  run(cycles);
  SCOPED_TRACE("seed 1");
  for (const std::size_t later : {1u, 4u, 16u, 32u}) {
    double same = 0;  // probability that one draw decides both cycles
    for (const double length : stall_cycles)
      same += std::max(0.0, 1 - static_cast<double>(later) / length) / stall_cycles.size();
    expect_share(both(asked.asker.held[0], asked.asker.held[0], later), 0.25 * (same + (1 - same) * 0.25));
  }
}

TEST(Stalls, NoneWithoutThem) {
  ClockDomain domain("core", period);
  Asker asker(64);
  domain.attach(asker);
  run(cycles);
  for (const Pattern& p : asker.held) EXPECT_EQ(share(p), 0);
}

}  // namespace
}  // namespace heddle::stalls_test
