// SPDX-License-Identifier: Apache-2.0
#include "hw/memory/controller/queue_entries.hpp"

#include <gtest/gtest.h>

namespace heddle::queue_entries_test {
namespace {

struct Channel : Clocked {
  Cycle tick(Cycle) override { return never; }
};

TEST(QueueEntries, WhatIsGivenBackCountsFromTheNextCycle) {
  QueueEntries entries(2);
  const Channel a;
  entries.take(5);
  entries.take(5);
  EXPECT_FALSE(entries.room(6, a));
  entries.give_back(6);
  EXPECT_FALSE(entries.room(6, a));
  EXPECT_TRUE(entries.room(7, a));
}

/// The channel that has waited longest has the next entry; the others not before the next cycle.
TEST(QueueEntries, GoInTheOrderOfWaiting) {
  QueueEntries entries(2);
  Channel a, b, c;
  entries.take(1);
  entries.take(1);
  entries.wait(b);
  entries.wait(a);
  entries.wait(b);
  entries.give_back(2);
  entries.give_back(2);
  EXPECT_FALSE(entries.room(3, a));
  EXPECT_FALSE(entries.room(3, c));
  ASSERT_TRUE(entries.room(3, b));
  entries.take(3);
  EXPECT_FALSE(entries.room(3, a));
  EXPECT_TRUE(entries.room(4, a));
  EXPECT_FALSE(entries.room(4, b));  // it would have to wait again
  entries.take(4);
  EXPECT_FALSE(entries.room(5, c));
}

TEST(ControllerEntries, OneQueueHasTheEntriesOfReads) {
  ControllerConfig config;
  ControllerEntries apart(config);
  EXPECT_NE(&apart.of(true), &apart.of(false));
  config.one_queue = true;
  ControllerEntries together(config);
  EXPECT_EQ(&together.of(true), &together.of(false));
}

}  // namespace
}  // namespace heddle::queue_entries_test
