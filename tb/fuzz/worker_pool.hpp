// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <sys/types.h>

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

namespace heddle {

/// Processes that each do some of the numbers 0, 1, 2, ...: worker w of n those that are w modulo n. Each
/// number gives a line of text.
class WorkerPool {
 public:
  /// `work(number)` runs in a worker; its text must not contain a line break. A worker ends at `end`.
  WorkerPool(unsigned workers, std::uint64_t begin, std::uint64_t end,
             const std::function<std::string(std::uint64_t)>& work);
  /// Ends the workers that still run.
  ~WorkerPool();
  WorkerPool(const WorkerPool&) = delete;

  /// The next line, or empty after `seconds` without one; `ended()` tells when there are no more.
  std::string next(double seconds);
  bool ended() const { return workers_.empty(); }

 private:
  struct Worker {
    pid_t pid;
    int from;
    std::string text;
  };
  void end(std::size_t index);

  std::vector<Worker> workers_;
  std::vector<std::string> lines_;
};

}  // namespace heddle
