// SPDX-License-Identifier: Apache-2.0
#include "hw/sim/crew.hpp"

#include <gtest/gtest.h>

#include <chrono>
#include <numeric>
#include <set>

namespace heddle::crew_test {
namespace {

TEST(Crew, DoesEachJobOnceAndReturnsWhenAllAreDone) {
  for (const unsigned threads : {1u, 2u, 3u, 8u}) {
    Crew crew(threads);
    EXPECT_EQ(crew.threads(), threads);
    for (unsigned round = 0; round < 2000; ++round) {
      std::vector<unsigned> done(round % 37);  // not atomic: nobody else has the same job
      crew.work(done.size(), [&](std::size_t k) { ++done[k]; });
      ASSERT_EQ(done, std::vector<unsigned>(done.size(), 1)) << threads << " threads, round " << round;
    }
  }
}

TEST(Crew, WorksOnAfterItsThreadsHaveFallenAsleep) {
  Crew crew(3);
  for (unsigned round = 0; round < 4; ++round) {
    std::this_thread::sleep_for(std::chrono::milliseconds(20));
    std::vector<unsigned> done(10);
    crew.work(done.size(), [&](std::size_t k) { ++done[k]; });
    EXPECT_EQ(std::accumulate(done.begin(), done.end(), 0u), 10u);
  }
}

/// A thread that finishes early helps: here the first job ends only when another thread does the rest of its
/// share.
TEST(Crew, HelpsOthers) {
  Crew crew(2);
  std::atomic<unsigned> others{0};
  crew.work(8, [&](std::size_t k) {
    if (k == 0)
      while (others.load() != 7) std::this_thread::yield();
    else
      ++others;
  });
  EXPECT_EQ(others, 7u);
}

TEST(Crew, HasMoreThreadsThanOne) {
  Crew crew(2);
  std::vector<std::thread::id> by(2);
  std::atomic<unsigned> begun{0};
  crew.work(2, [&](std::size_t k) {
    by[k] = std::this_thread::get_id();
    ++begun;
    while (begun != 2) std::this_thread::yield();  // both are under way at the same time
  });
  EXPECT_NE(by[0], by[1]);
}

}  // namespace
}  // namespace heddle::crew_test
