// SPDX-License-Identifier: Apache-2.0
#include "hw/sim/thread_pool.hpp"

#include <gtest/gtest.h>

#include <chrono>
#include <numeric>

namespace heddle::thread_pool_test {
namespace {

TEST(ThreadPool, RunsEachJobOnceAndReturnsWhenAllHave) {
  for (const unsigned threads : {1u, 2u, 3u, 8u}) {
    ThreadPool pool(threads);
    for (unsigned round = 0; round < 2000; ++round) {
      std::vector<unsigned> done(round % 37);  // not atomic: nobody else has the same job
      pool.work(done.size(), [&](std::size_t k) { ++done[k]; });
      ASSERT_EQ(done, std::vector<unsigned>(done.size(), 1)) << threads << " threads, round " << round;
    }
  }
}

TEST(ThreadPool, WorksAfterItsThreadsHaveFallenAsleep) {
  ThreadPool pool(3);
  for (unsigned round = 0; round < 4; ++round) {
    std::this_thread::sleep_for(std::chrono::milliseconds(20));
    std::vector<unsigned> done(10);
    pool.work(done.size(), [&](std::size_t k) { ++done[k]; });
    EXPECT_EQ(std::accumulate(done.begin(), done.end(), 0u), 10u);
  }
}

/// A thread that finishes early takes jobs of others: here the first job ends only when another thread has
/// run the rest of its share.
TEST(ThreadPool, TakesJobsOfOthers) {
  ThreadPool pool(2);
  std::atomic<unsigned> others{0};
  pool.work(8, [&](std::size_t k) {
    if (k == 0)
      while (others.load() != 7) std::this_thread::yield();
    else
      ++others;
  });
  EXPECT_EQ(others, 7u);
}

TEST(ThreadPool, RunsJobsAtTheSameTime) {
  ThreadPool pool(2);
  std::vector<std::thread::id> by(2);
  std::atomic<unsigned> begun{0};
  pool.work(2, [&](std::size_t k) {
    by[k] = std::this_thread::get_id();
    ++begun;
    while (begun != 2) std::this_thread::yield();  // both are under way at the same time
  });
  EXPECT_NE(by[0], by[1]);
}

}  // namespace
}  // namespace heddle::thread_pool_test
