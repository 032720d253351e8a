// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "models/ptx/program/program.hpp"

/// Where a kernel may be approximated, by the marks in its PTX (region_marks.hpp; Wong2016, section 4). The
/// hardware of the paper keeps a bit and a level for each warp, which begin, end and level set; here they are
/// known for each instruction, so marks are not executed and cost nothing.
namespace heddle {

struct RegionOptions {
  unsigned default_level = 0;       ///< d where no mark gives one, 0 to 31
  std::optional<unsigned> level{};  ///< d everywhere, whatever marks say, 0 to 31
  bool whole_kernel = false;  ///< all of the kernel is one region of the default level, whatever marks say
};

inline constexpr std::uint32_t no_region = ~0u;

struct ApproxRegion {
  std::vector<std::uint32_t> begins, ends;  ///< PTX lines of its marks; of a single instruction, the same one
};

struct Regions {
  /// In order of their first mark. Begins whose ways meet before they end are one region.
  std::vector<ApproxRegion> regions;
  struct At {
    std::uint32_t region = no_region;  ///< index into `regions`
    std::uint8_t level = 0;            ///< d there; 0 outside
  };
  std::vector<At> at;  ///< of each instruction; those that no way leads to are outside
};

/// Follows the marks along all ways through the code, calls included: a function that is called inside a
/// region belongs to it. The device library (ptx/device_library.hpp) is always exact. A mark of one
/// instruction means all that the front end made of its PTX line.
///
/// Throws Error with file and PTX lines where a region begins inside another, ends without a begin, or does
/// not end on a way to an exit; where ways meet of which only one is in a region; where ways with different
/// levels meet inside a region or ahead of one that gives no level; for pragmas that region_mark() refuses;
/// and for an option over 31.
Regions find_regions(const ptx::Kernel& kernel, const RegionOptions& options = {});

}  // namespace heddle
