// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <map>
#include <string>

namespace heddle {

/// Loads under tandem execution, by lanes. Each is exact, races or is unfollowed. Beside them: what
/// overtakes them, and uses of what the kernel has never set.
struct LoadCounts {
  using ByLine = std::map<std::uint32_t, std::uint64_t>;  ///< of the PTX

  std::uint64_t all = 0;
  std::uint64_t exact = 0;  ///< only one value was right
  /// Nothing orders the load and a write of another warp, or the load bypasses the L1 in order to see writes
  /// of others.
  ByLine races{};
  /// Loads that may be ordered by what the executor does not follow: fences, and atomics ahead of a barrier.
  ByLine unfollowed{};
  /// Stores and atomics that change what another warp has loaded before, when nothing orders the two. That is
  /// a race, too, although the load, which the executor executed first, had one right value.
  ByLine overtaking{};
  /// Stored values, addresses and guards that the kernel has never set: what comes of them depends on the
  /// machine. Kernels of libraries have them, with elements beyond the end of their input, for instance.
  ByLine unset{};

  /// Share of all loads that are exact.
  double exact_share() const;
  /// Share of the loads that do not race which are exact.
  double followed_share() const;
  void add(const LoadCounts& other);
};

/// A launch that was checked.
struct CheckedLaunch {
  std::string file{}, kernel{};
  LoadCounts loads{};
};

/// Below this share of the loads of a launch that do not race, the check says too little of it.
inline constexpr double least_followed_share = 0.95;
/// Throws Error when it is below.
void require_followed(const CheckedLaunch& launch);
/// Throws Error when a load, or a store that overtakes one, races, or a value is used that was never set:
/// for kernels that were made to do neither.
void require_no_race(const CheckedLaunch& launch);

}  // namespace heddle
