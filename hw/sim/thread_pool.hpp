// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <thread>
#include <vector>

namespace heddle {

/// Threads for jobs of some microseconds, as often as each cycle: they spin for a while between two calls of
/// `work`, and then sleep. The caller waits only for jobs that have begun, so a thread without a processor
/// holds nobody up.
class ThreadPool {
 public:
  /// `threads`, the caller of `work` among them.
  explicit ThreadPool(unsigned threads);
  ~ThreadPool();
  ThreadPool(const ThreadPool&) = delete;
  ThreadPool& operator=(const ThreadPool&) = delete;

  /// Calls job(0) to job(count - 1), each once, and returns when all have returned. Each thread begins with a
  /// share of its own, the same for the same count, so that a job's data stay in the caches of one processor;
  /// then it takes jobs of the others. A job must not throw.
  template <class Job>
  void work(std::size_t count, const Job& job) {
    if (count < 2) {
      for (std::size_t k = 0; k < count; ++k) job(k);
      return;
    }
    call_ = [](const void* j, std::size_t k) { (*static_cast<const Job*>(j))(k); };
    job_ = &job;
    share(count);
  }

 private:
  /// The jobs of a thread's share that have not begun: first and end, 32 bits each.
  struct alignas(64) Share {
    std::atomic<std::uint64_t> left{0};
  };

  void share(std::size_t count);
  unsigned run_jobs(unsigned thread);
  void serve(unsigned thread);

  void (*call_)(const void*, std::size_t) = nullptr;
  const void* job_ = nullptr;
  std::vector<Share> shares_;                        ///< by thread
  alignas(64) std::atomic<std::uint64_t> round_{0};  ///< calls of `work`
  alignas(64) std::atomic<unsigned> done_{0};        ///< jobs of this round that have returned
  alignas(64) std::atomic<unsigned> asleep_{0};      ///< threads
  std::atomic<bool> ends_{false};
  std::vector<std::thread> others_;
};

}  // namespace heddle
