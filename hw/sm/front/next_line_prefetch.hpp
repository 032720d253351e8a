// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "hw/memory/cache/cache_array.hpp"
#include "hw/memory/cache/cache_statistics.hpp"
#include "hw/sm/types/instruction_prefetch.hpp"

namespace heddle {

/// Which accesses of the instruction cache are followed by a prefetch of the next line, and how many of these
/// were of use.
class NextLinePrefetch {
 public:
  NextLinePrefetch(InstructionPrefetch policy, StatGroup& stats) : policy_(policy) {
    if (policy == InstructionPrefetch::none) return;
    sent_ = &stats.counter("prefetches", "lines", "that were asked for ahead of all accesses to them");
    useful_ = &stats.counter("useful_prefetches", "lines", "of these, that an access wanted afterwards");
    late_ = &stats.counter("late_prefetches", "lines",
                           "of the useful ones, that were still on their way when an access wanted them");
  }

  /// Is an access with this outcome followed by one?
  bool follows(CacheOutcome outcome) const {
    return policy_ == InstructionPrefetch::always ||
           (policy_ == InstructionPrefetch::misses && outcome == CacheOutcome::miss);
  }
  /// The line has been asked for.
  void send(CacheLine& line) {
    line.prefetched = true;
    ++*sent_;
  }
  /// An access finds the line there, or on its way.
  void see_access(CacheLine& line) {
    if (!line.prefetched) return;
    line.prefetched = false;
    ++*useful_;
    if (line.reserved) ++*late_;
  }

 private:
  const InstructionPrefetch policy_;
  Counter *sent_ = nullptr, *useful_ = nullptr, *late_ = nullptr;  ///< null: the policy is `none`
};

}  // namespace heddle
