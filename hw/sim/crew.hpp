// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <thread>
#include <vector>

namespace heddle {

/// Threads that share jobs of some microseconds, as often as each cycle: they spin for a while between two
/// calls of `work`, and then sleep. The caller waits for jobs that were begun and for nothing else, so a
/// thread that has no processor holds nobody up.
class Crew {
 public:
  /// `threads`, the caller of `work` among them.
  explicit Crew(unsigned threads);
  ~Crew();
  Crew(const Crew&) = delete;
  Crew& operator=(const Crew&) = delete;

  unsigned threads() const { return static_cast<unsigned>(others_.size()) + 1; }

  /// Calls job(0) to job(count - 1), each once, and returns when all have. Each thread begins with a share of
  /// its own, the same for the same count, so that a job's data stay in the caches of one processor, and then
  /// helps the others. A job must not throw.
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
  void share(std::size_t count);
  unsigned take_part(unsigned thread);
  void serve(unsigned thread);

  void (*call_)(const void*, std::size_t) = nullptr;
  const void* job_ = nullptr;
  /// The jobs of a thread's share that nobody has begun: first and end, 32 bits each.
  struct alignas(64) Share {
    std::atomic<std::uint64_t> left{0};
  };
  std::vector<Share> shares_;                        ///< by thread
  alignas(64) std::atomic<std::uint64_t> round_{0};  ///< of calls of `work`
  alignas(64) std::atomic<unsigned> done_{0};        ///< jobs of this round
  alignas(64) std::atomic<unsigned> asleep_{0};
  std::atomic<bool> ends_{false};
  std::vector<std::thread> others_;
};

}  // namespace heddle
