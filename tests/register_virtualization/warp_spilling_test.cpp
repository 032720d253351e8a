// SPDX-License-Identifier: Apache-2.0
#include "models/register_virtualization/warp_spilling.hpp"

#include <gtest/gtest.h>

#include <bit>
#include <map>

#include "models/base/random.hpp"

namespace heddle::warp_spilling_test {
namespace {

using Command = WarpSpilling::Command;

/// Repeats the question until the state has been quiet for long enough.
Command ask(WarpSpilling& spilling, const WarpSpilling::State& state) {
  Command c;
  for (unsigned edge = 0; edge < WarpSpilling::quiet_edges && !c.valid; ++edge)
    c = spilling.step(state, false, 0);
  return c;
}

/// The rule as its documentation states it, warp by warp.
Command by_search(const WarpSpilling::State& s, const std::map<unsigned, RegisterSet>& spilled) {
  const auto in = [](WarpSet set, unsigned w) { return (set >> w & 1) != 0; };
  int starved = -1, back = -1, out = -1;
  for (int w = 63; w >= 0; --w) {
    const auto n = static_cast<unsigned>(w);
    if (in(s.starved, n) && !spilled.contains(n)) starved = w;
    if (!in(s.waiting, n) && spilled.contains(n)) back = w;
  }
  for (int w = 0; w < 64; ++w) {
    const auto n = static_cast<unsigned>(w);
    if (in(s.resident, n) && !spilled.contains(n) && w != starved) out = w;
  }
  if (starved < 0 && back >= 0 && s.room) {
    const auto w = static_cast<std::uint8_t>(back);
    return {.valid = true, .fill = true, .warp = w, .registers = spilled.at(w)};
  }
  if ((starved < 0 && back < 0) || out < 0) return {};
  return {.valid = true, .fill = false, .warp = static_cast<std::uint8_t>(out), .registers = 0};
}

TEST(WarpSpilling, ChoosesAsItsRuleSays) {
  Random random(11);
  WarpSpilling spilling;
  std::map<unsigned, RegisterSet> spilled;
  unsigned fills = 0, spills = 0;
  for (unsigned n = 0; n < 20'000; ++n) {
    const auto set = [&] {
      return random.one_in(3) ? WarpSet{0}
                              : random() & random() & (random.one_in(2) ? random() : ~WarpSet{0});
    };
    WarpSpilling::State s{
        .quiet = true, .room = !random.one_in(3), .resident = set(), .starved = set(), .waiting = set()};
    if (random.one_in(2)) s.starved &= spilling.held();
    const Command expected = by_search(s, spilled), command = ask(spilling, s);
    ASSERT_EQ(command.valid, expected.valid) << n;
    if (!command.valid) continue;
    ASSERT_EQ(command.fill, expected.fill) << n;
    ASSERT_EQ(command.warp, expected.warp) << n;
    ASSERT_EQ(command.registers, expected.registers) << n;
    ASSERT_TRUE(spilling.busy());
    const RegisterSet registers = random();
    spilling.step(s, true, registers);
    if (command.fill)
      spilled.erase(command.warp), ++fills;
    else
      spilled[command.warp] = registers, ++spills;
    ASSERT_EQ(std::popcount(spilling.held()), static_cast<int>(spilled.size()));
  }
  EXPECT_GT(fills, 1000u);
  EXPECT_GT(spills, 1000u);
}

TEST(WarpSpilling, ItSettlesWhenQuietEdgesAreCounted) {
  WarpSpilling spilling;
  EXPECT_FALSE(spilling.settling());
  for (unsigned edge = 1; edge < WarpSpilling::quiet_edges; ++edge) {
    spilling.step({.quiet = true}, false, 0);
    EXPECT_TRUE(spilling.settling()) << edge;
  }
  spilling.step({.quiet = true}, false, 0);
  EXPECT_FALSE(spilling.settling());
}

}  // namespace
}  // namespace heddle::warp_spilling_test
