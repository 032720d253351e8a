// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <vector>

#include "hw/sim/clock_domain.hpp"
#include "models/base/statistics.hpp"

namespace heddle {

/// Counts the cycles in which the blocks of a unit work on a line, each when it has passed: also those that
/// the blocks have run ahead of simulated time.
class LineCycles {
 public:
  explicit LineCycles(Counter& counter) : counter_(counter) {}

  /// A line whose first cycle is this one; all those of the line before have passed.
  void begin(Cycle first) {
    count(never);
    sums_.clear();
    first_ = first;
    counted_ = 0;
  }
  /// The next cycles, in which so many blocks work.
  void add(unsigned working, std::size_t cycles = 1) {
    std::uint64_t sum = sums_.empty() ? 0 : sums_.back();
    for (; cycles != 0; --cycles) sums_.push_back(sum += working);
  }
  std::size_t added() const { return sums_.size(); }  ///< cycles since `begin`
  /// Counts the cycles ahead of `now`.
  void count(Cycle now) {
    if (sums_.empty() || now <= first_) return;
    const std::size_t passed = std::min<std::size_t>(now - first_, sums_.size());
    counter_ += sums_[passed - 1] - counted_;
    counted_ = sums_[passed - 1];
  }

 private:
  Counter& counter_;
  std::vector<std::uint64_t> sums_;  ///< of the cycles from the first one on
  Cycle first_ = 0;
  std::uint64_t counted_ = 0;
};

}  // namespace heddle
