// SPDX-License-Identifier: Apache-2.0
#include "models/tandem/barrier_clocks.hpp"

#include <gtest/gtest.h>

namespace heddle::barrier_clocks_test {
namespace {

/// Returns whether `reader` has seen what `writer` did at `time`.
bool seen(const BarrierClocks& c, unsigned reader, unsigned writer, BarrierClocks::Time time) {
  return time < c.seen(reader)[writer];
}

TEST(BarrierClocks, ABarrierOfAllShowsEachWhatTheOthersDid) {
  BarrierClocks c(3);
  const auto before = c.time(0);
  for (const unsigned w : {0u, 1u, 2u}) c.arrive(w, {.number = 0});
  EXPECT_FALSE(seen(c, 1, 0, before));
  c.open(0b111, true);
  for (const unsigned w : {0u, 1u, 2u}) {
    EXPECT_TRUE(seen(c, w, 0, before));
    EXPECT_LT(before, c.seen_of_all(w));
    EXPECT_FALSE(seen(c, w, 0, c.time(0))) << "what comes behind it is not known";
  }
}

TEST(BarrierClocks, ABarrierOfSomeShowsOnlyThem) {
  BarrierClocks c(3);
  const auto before = c.time(0);
  c.arrive(0, {.number = 1, .warps = 2});
  c.arrive(1, {.number = 1, .warps = 2});
  c.open(0b011, false);
  EXPECT_TRUE(seen(c, 1, 0, before));
  EXPECT_FALSE(seen(c, 2, 0, before));
  EXPECT_LE(c.seen_of_all(1), before) << "of warp 2 it knows nothing";
}

TEST(BarrierClocks, WhoOnlyArrivesShowsAndDoesNotSee) {
  BarrierClocks c(2);
  const auto before = c.time(0);
  c.arrive(0, {.number = 1, .warps = 2});
  const auto behind = c.time(0);  // warp 0 continues while the other is on its way
  c.arrive(1, {.number = 1, .warps = 2});
  c.open(0b10, false);
  EXPECT_TRUE(seen(c, 1, 0, before));
  EXPECT_FALSE(seen(c, 1, 0, behind));
  EXPECT_FALSE(seen(c, 0, 1, before));
}

TEST(BarrierClocks, WhatAWarpHasSeenItShowsOn) {
  BarrierClocks c(3);
  const auto before = c.time(0);
  c.arrive(0, {.number = 1, .warps = 2});
  c.arrive(1, {.number = 1, .warps = 2});
  c.open(0b011, false);
  c.arrive(1, {.number = 2, .warps = 2});
  c.arrive(2, {.number = 2, .warps = 2});
  c.open(0b110, false);
  EXPECT_TRUE(seen(c, 2, 0, before));
}

TEST(BarrierClocks, WarpsThatHaveEndedCountAtABarrierOfAll) {
  BarrierClocks c(2);
  const auto before = c.time(1);
  c.arrive(0, {.number = 0});
  c.leave(1);
  c.open(0b01, true);
  EXPECT_TRUE(seen(c, 0, 1, before));
  EXPECT_LT(before, c.seen_of_all(0));
}

TEST(BarrierClocks, ABarrierAtWhichNobodyWaitedShowsTheNextOnesNothing) {
  BarrierClocks c(3);
  const auto before = c.time(0);
  c.arrive(0, {.number = 1, .warps = 2});
  c.arrive(1, {.number = 1, .warps = 2});  // neither waits: open() is not called
  c.arrive(1, {.number = 1, .warps = 2});
  c.arrive(2, {.number = 1, .warps = 2});
  c.open(0b110, false);
  EXPECT_FALSE(seen(c, 2, 0, before));
  EXPECT_TRUE(seen(c, 2, 1, before));
}

}  // namespace
}  // namespace heddle::barrier_clocks_test
