// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <cstring>

#include "tests/memory/l2_bench.hpp"

namespace heddle::atomic_test {
namespace {

std::uint64_t plus(std::uint64_t old, std::uint64_t b, std::uint64_t c) { return old + b + c; }

TEST(Atomic, WordsAreChangedInOrderAndTheOldOnesComeBack) {
  AtomicRequest request;
  request.update = plus;
  request.width = 2;
  request.add(4, 1, 2);
  request.add(4, 5, 0);
  request.add(0, 0xffff, 2);
  std::array<unsigned char, 8> bytes{0xff, 0xff, 9, 9, 10, 1, 9, 9};
  ASSERT_TRUE(request.fits(8));
  request.perform(bytes);
  EXPECT_EQ(bytes, (std::array<unsigned char, 8>{0, 0, 9, 9, 18, 1, 9, 9}));
  EXPECT_EQ(request.operations[0].old, 0x10au);
  EXPECT_EQ(request.operations[1].old, 0x10du);
  EXPECT_EQ(request.operations[2].old, 0xffffu);
}

TEST(Atomic, WhatDoesNotFitIsRecognised) {
  const auto with = [](unsigned width, unsigned offset, AtomicRequest::Update update) {
    AtomicRequest r;
    r.update = update;
    r.width = static_cast<std::uint8_t>(width);
    r.add(offset, 0, 0);
    return r.fits(32);
  };
  EXPECT_TRUE(with(4, 28, plus));
  EXPECT_TRUE(with(8, 24, plus));
  EXPECT_FALSE(with(8, 28, plus));
  EXPECT_FALSE(with(4, 32, plus));
  EXPECT_FALSE(with(4, 2, plus));
  EXPECT_FALSE(with(3, 0, plus));
  EXPECT_FALSE(with(4, 0, nullptr));
  EXPECT_FALSE(AtomicRequest{}.fits(32));
}

TEST(Atomic, TravelsAsATransactionAndBringsTheOldValueBack) {
  L2Bench bench;
  bench.sm.script.assign(100, Step{.address = 0x1000, .length = 32, .atomic = [](AtomicRequest& r) {
                                     r.update = plus;
                                     r.width = 8;
                                     r.add(8, 1, 0);
                                   }});
  bench.run();
  for (unsigned i = 0; i < 100; ++i) EXPECT_EQ(bench.sm.outcomes[i].old, std::vector<std::uint64_t>{i});
}

}  // namespace
}  // namespace heddle::atomic_test
