// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>

#include "models/ptx/program/program.hpp"

/// The pragmas that mark approximate regions in PTX (Wong2016, 4.1.1, has instructions of these names):
///
///     .pragma "heddle.approxBegin";      a region begins
///     .pragma "heddle.approxEnd";        it ends
///     .pragma "heddle.approxLevel 6";    d, the low bits that a comparison ignores (0 to 31), from here on
///     .pragma "heddle.approx";           the next PTX line alone (section 4)
namespace heddle {

struct RegionMark {
  enum class Kind : std::uint8_t { begin, end, level, one } kind = Kind::begin;
  unsigned level = 0;  ///< of Kind::level
};

/// What a pragma of the kernel says of regions; nothing where the pragma is somebody else's. Throws Error
/// with file and line for a text that begins with "heddle." and is none of the above, for such a name without
/// "heddle.", and for a level that is no number from 0 to 31.
std::optional<RegionMark> region_mark(const ptx::Kernel& kernel, const ptx::Pragma& pragma);

}  // namespace heddle
