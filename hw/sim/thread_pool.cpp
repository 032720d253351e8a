// SPDX-License-Identifier: Apache-2.0
#include "hw/sim/thread_pool.hpp"

#if defined(__x86_64__)
#include <immintrin.h>
#endif

namespace heddle {
namespace {

constexpr unsigned spins = 4'000;  ///< looks at a variable before a thread gives its processor up; a choice

void pause() {
#if defined(__x86_64__)
  _mm_pause();
#endif
}

}  // namespace

ThreadPool::ThreadPool(unsigned threads) : shares_(threads) {
  for (unsigned t = 1; t < threads; ++t) others_.emplace_back([this, t] { serve(t); });
}

ThreadPool::~ThreadPool() {
  ends_ = true;
  round_.fetch_add(1);
  round_.notify_all();
  for (std::thread& t : others_) t.join();
}

void ThreadPool::share(std::size_t count) {
  done_.store(0, std::memory_order_relaxed);
  // Released: whoever takes a job sees all that was written before.
  const std::uint64_t n = shares_.size();
  for (std::uint64_t t = 0; t < n; ++t)
    shares_[t].left.store(t * count / n << 32 | (t + 1) * count / n, std::memory_order_release);
  round_.fetch_add(1);
  if (asleep_.load() != 0) round_.notify_all();
  done_.fetch_add(run_jobs(0), std::memory_order_relaxed);
  for (unsigned spun = 0; done_.load(std::memory_order_acquire) != count; ++spun)
    spun < spins ? pause() : std::this_thread::yield();
}

/// Returns how many jobs it has run. A late thread may run some of the next round.
unsigned ThreadPool::run_jobs(unsigned thread) {
  unsigned done = 0;
  const auto n = static_cast<unsigned>(shares_.size());
  for (unsigned k = 0; k < n; ++k) {
    std::atomic<std::uint64_t>& left = shares_[(thread + k) % n].left;
    for (std::uint64_t jobs = left.load(std::memory_order_relaxed); jobs >> 32 < (jobs & 0xffff'ffff);) {
      if (!left.compare_exchange_weak(jobs, jobs + (std::uint64_t{1} << 32), std::memory_order_acquire,
                                      std::memory_order_relaxed))
        continue;
      call_(job_, jobs >> 32);
      ++done;
      jobs = left.load(std::memory_order_relaxed);
    }
  }
  return done;
}

void ThreadPool::serve(unsigned thread) {
  for (std::uint64_t seen = 0;;) {
    for (unsigned spun = 0; round_.load(std::memory_order_acquire) == seen; ++spun) {
      if (spun < spins) {
        pause();
        continue;
      }
      asleep_.fetch_add(1);
      round_.wait(seen);
      asleep_.fetch_sub(1);
    }
    seen = round_.load(std::memory_order_acquire);
    if (ends_) return;
    done_.fetch_add(run_jobs(thread), std::memory_order_release);
  }
}

}  // namespace heddle
