// SPDX-License-Identifier: Apache-2.0
#include "models/register_file/mov_injection.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <deque>
#include <string>
#include <vector>

#include "models/base/random.hpp"

namespace heddle::mov_injection_test {
namespace {

constexpr unsigned moves = collector_units * destinations;

DestinationSet bit(unsigned unit, unsigned destination) {
  return DestinationSet{1} << (unit * destinations + destination);
}

TEST(MovInjection, AMovIsIssuedOneEdgeAfterItIsWanted) {
  MovInjection injection;
  EXPECT_EQ(injection.step(0, bit(3, 1), true), std::nullopt);
  EXPECT_EQ(injection.held(), 1u << 3);
  EXPECT_EQ(injection.step(0, 0, true), 4 * 3 + 1u);
  EXPECT_EQ(injection.held(), 1u << 3);
  EXPECT_EQ(injection.step(bit(3, 1), 0, true), std::nullopt);
  EXPECT_EQ(injection.held(), 0u);
}

TEST(MovInjection, WithoutRoomItWaits) {
  MovInjection injection;
  injection.step(0, bit(0, 0), true);
  for (int edge = 0; edge < 5; ++edge) EXPECT_EQ(injection.step(0, 0, false), std::nullopt);
  EXPECT_EQ(injection.step(0, 0, true), 0u);
}

TEST(MovInjection, OneEveryOtherEdge) {
  MovInjection injection;
  injection.step(0, bit(0, 0) | bit(0, 1) | bit(9, 3), true);
  std::vector<int> issued;
  for (int edge = 0; edge < 6; ++edge) {
    const auto move = injection.step(0, 0, true);
    issued.push_back(move ? static_cast<int>(*move) : -1);
  }
  EXPECT_EQ(issued, (std::vector<int>{0, -1, 1, -1, 39, -1}));
}

TEST(MovInjection, TheRotationGoesOnBehindTheLastIssued) {
  MovInjection injection;
  injection.step(0, bit(5, 0), true);
  EXPECT_EQ(injection.step(0, bit(4, 3) | bit(5, 1), true), 20u);
  injection.step(0, bit(15, 3), true);
  EXPECT_EQ(injection.step(0, 0, true), 21u);
  injection.step(0, 0, true);
  EXPECT_EQ(injection.step(0, 0, true), 63u);
  injection.step(0, 0, true);
  EXPECT_EQ(injection.step(0, 0, true), 19u);
  injection.reset();
  EXPECT_EQ(injection.held(), 0u);
  injection.step(0, bit(4, 3) | bit(0, 0), true);
  EXPECT_EQ(injection.step(0, 0, true), 0u);
}

TEST(MovInjection, AnInstructionIsHeldUntilItsLastMovIsWritten) {
  MovInjection injection;
  injection.step(0, bit(2, 0) | bit(2, 3), true);
  injection.step(0, 0, true);
  injection.step(bit(2, 0), 0, true);
  EXPECT_EQ(injection.held(), 1u << 2);
  EXPECT_EQ(injection.step(0, 0, true), 11u);
  injection.step(bit(2, 0), 0, true);
  EXPECT_EQ(injection.held(), 1u << 2) << "the other one was written";
  injection.step(bit(2, 3), 0, true);
  EXPECT_EQ(injection.held(), 0u);
}

/// An independent reference with a queue: its rotation is the order of a ring that turns.
struct Reference {
  std::deque<unsigned> ring;
  std::array<bool, moves> todo{}, pending{};
  bool issued = false;

  Reference() {
    for (unsigned i = 0; i < moves; ++i) ring.push_back(i);
  }
  int step(DestinationSet written, DestinationSet wanted, bool room) {
    int move = -1;
    if (room && !issued) {
      const auto it = std::find_if(ring.begin(), ring.end(), [&](unsigned i) { return todo[i]; });
      if (it != ring.end()) {
        move = static_cast<int>(*it);
        std::rotate(ring.begin(), it + 1, ring.end());
      }
    }
    for (unsigned i = 0; i < moves; ++i) {
      if (written >> i & 1) pending[i] = false;
      if (wanted >> i & 1) todo[i] = true;
    }
    if (move >= 0) {
      todo[static_cast<unsigned>(move)] = false;
      pending[static_cast<unsigned>(move)] = true;
    }
    issued = move >= 0;
    return move;
  }
  unsigned held() const {
    unsigned units = 0;
    for (unsigned i = 0; i < moves; ++i)
      if (todo[i] || pending[i]) units |= 1u << i / destinations;
    return units;
  }
};

TEST(MovInjection, EqualsAnIndependentReference) {
  constexpr std::uint64_t seed = 52;
  SCOPED_TRACE("seed " + std::to_string(seed));
  Random random(seed);
  MovInjection injection;
  Reference reference;
  unsigned issued = 0;
  for (int cycle = 0; cycle < 50000; ++cycle) {
    const bool busy = cycle / 500 % 2 != 0;
    const DestinationSet wanted =
        random.one_in(busy ? 2 : 10) ? random() & random() & random() & random() : 0;
    const DestinationSet written = random() & random() & random();
    const bool room = !random.one_in(busy ? 2 : 8);
    const auto move = injection.step(written, wanted, room);
    ASSERT_EQ(move ? static_cast<int>(*move) : -1, reference.step(written, wanted, room))
        << "cycle " << cycle;
    ASSERT_EQ(injection.held(), reference.held()) << "cycle " << cycle;
    issued += move.has_value();
  }
  EXPECT_GT(issued, 10000u);
}

TEST(MovInjection, NobodyWaitsForMoreThanAllTheOthers) {
  constexpr std::uint64_t seed = 6;
  SCOPED_TRACE("seed " + std::to_string(seed));
  Random random(seed);
  MovInjection injection;
  std::array<unsigned, moves> waited{};
  unsigned longest = 0;
  for (int cycle = 0; cycle < 20000; ++cycle) {
    const DestinationSet waiting = injection.todo();
    if (const auto move = injection.step(~DestinationSet{0}, random() | random(), !random.one_in(4))) {
      waited[*move] = 0;
      for (unsigned i = 0; i < moves; ++i)
        if (i != *move && (waiting >> i & 1) != 0) longest = std::max(longest, ++waited[i]);
    }
  }
  EXPECT_EQ(longest, moves - 1);
}

}  // namespace
}  // namespace heddle::mov_injection_test
