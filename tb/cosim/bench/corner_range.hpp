// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstdint>
#include <utility>

#include "models/base/random.hpp"

namespace heddle {

/// The first and the count, in 16 bits each, of a range of `size` things that lies where sums and comparisons
/// go wrong: it ends at nothing, at the last thing, one beyond, or where 16 bits end, and begins as far from
/// there as it can, at the ends of the table, or anywhere.
inline std::pair<std::uint16_t, std::uint16_t> corner_range(Random& random, std::uint32_t size) {
  const std::array<std::uint32_t, 9> ends{
      0, 1, size - 1, size, size + 1, 65535, 65536, 65537, 65536 + random.below(size)};
  const std::uint32_t end = ends[random.below(ends.size())];
  const std::array<std::uint32_t, 7> firsts{0, 1, size - 1, size, 65535, 65536 - size, random.below(size)};
  const std::uint32_t first = firsts[random.below(firsts.size())] & 0xffffu;
  const std::uint32_t count = end < first ? 0 : end - first > 65535 ? 65535 : end - first;
  return {static_cast<std::uint16_t>(first), static_cast<std::uint16_t>(count)};
}

}  // namespace heddle
