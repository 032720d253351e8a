// SPDX-License-Identifier: Apache-2.0
#include "models/register_virtualization/freed_register_fifo.hpp"

#include <gtest/gtest.h>

#include <deque>

#include "models/base/random.hpp"

namespace heddle::freed_register_fifo_test {
namespace {

TEST(FreedRegisterFifo, RegistersLeaveInTheOrderInWhichTheyCame) {
  FreedRegisterFifo fifo;
  for (const RegisterId r : {7, 1023, 0}) fifo.append(r);
  EXPECT_EQ(fifo.size(), 3u);
  fifo.take(1);
  EXPECT_EQ(fifo.at(0), 1023u);
  EXPECT_EQ(fifo.at(1), 0u);
  fifo.append(5);
  fifo.take(2);
  EXPECT_EQ(fifo.size(), 1u);
  EXPECT_EQ(fifo.at(0), 5u);
  EXPECT_EQ(fifo.at(1), 0u) << "behind the last one";
}

TEST(FreedRegisterFifo, MoreThanWaitEmptyIt) {
  FreedRegisterFifo fifo;
  fifo.append(3);
  fifo.take(4);
  EXPECT_EQ(fifo.size(), 0u);
  fifo.append(9);
  EXPECT_EQ(fifo.at(0), 9u);
}

TEST(FreedRegisterFifo, ARegisterHasTenBits) {
  FreedRegisterFifo fifo;
  fifo.append(0xfc02);
  EXPECT_EQ(fifo.at(0), 2u);
}

TEST(FreedRegisterFifo, WhatFindsNoPlaceIsDropped) {
  FreedRegisterFifo fifo;
  for (RegisterId r = 0; r < 18; ++r) fifo.append(r);
  EXPECT_EQ(fifo.size(), 16u);
  EXPECT_EQ(fifo.at(15), 15u);
  fifo.take(1);
  fifo.append(100);
  EXPECT_EQ(fifo.at(15), 100u);
}

TEST(FreedRegisterFifo, IsAQueueOfTheStandardLibrary) {
  Random random(1);
  FreedRegisterFifo fifo;
  std::deque<RegisterId> queue;
  for (unsigned n = 0; n < 10'000; ++n) {
    const unsigned taken = random.below(5);
    fifo.take(taken);
    for (unsigned k = 0; k < taken && !queue.empty(); ++k) queue.pop_front();
    for (unsigned k = random.below(5); k > 0; --k) {
      const auto r = static_cast<RegisterId>(random.below(1024));
      fifo.append(r);
      if (queue.size() < FreedRegisterFifo::capacity) queue.push_back(r);
    }
    ASSERT_EQ(fifo.size(), queue.size());
    for (unsigned k = 0; k < queue.size(); ++k) ASSERT_EQ(fifo.at(k), queue[k]);
    if (random.one_in(100)) {
      fifo.reset();
      queue.clear();
    }
  }
}

}  // namespace
}  // namespace heddle::freed_register_fifo_test
