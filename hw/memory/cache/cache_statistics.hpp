// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>

#include "models/base/statistics.hpp"

namespace heddle {

/// What became of an access to a cache, as GPGPU-Sim classes it. `reserved`: the line is on its way already;
/// `sector_miss`: the line is there, but not all bytes that are wanted; `reservation_fail`: a resource was
/// missing, and the access is tried again.
enum class CacheOutcome : std::uint8_t { hit, reserved, miss, sector_miss, reservation_fail };
inline constexpr unsigned cache_outcomes = 5;

/// The statistics of one cache. An access that is tried again counts as one access when it succeeds.
class CacheStatistics {
 public:
  explicit CacheStatistics(StatGroup& group);

  void see(CacheOutcome outcome, bool write) {
    ++*outcomes_[write][static_cast<unsigned>(outcome)];
    if (outcome == CacheOutcome::reservation_fail) return;
    ++accesses_;
    if (outcome == CacheOutcome::hit) ++hits_;
    if (outcome == CacheOutcome::miss || outcome == CacheOutcome::sector_miss) ++misses_;
  }
  /// Counts `tries` reservation fails of a request that stalled for as many cycles.
  void see_fails(std::uint64_t tries, bool write) {
    *outcomes_[write][static_cast<unsigned>(CacheOutcome::reservation_fail)] += tries;
  }
  void see_merge() { ++mshr_merges_; }
  void see_eviction() { ++evictions_; }
  void see_write_back() { ++write_backs_; }

 private:
  Counter &accesses_, &hits_, &misses_;
  std::array<std::array<Counter*, cache_outcomes>, 2> outcomes_{};  ///< [write][outcome]
  Counter &mshr_merges_, &evictions_, &write_backs_;
};

}  // namespace heddle
