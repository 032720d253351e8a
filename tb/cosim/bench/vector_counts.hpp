// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>

namespace heddle {

/// Vectors of all parameter sets of a block together, and of each at least, unless a user asks for others.
inline constexpr std::uint64_t shared_vectors = 1'000'000, least_vectors = 100'000;

/// Vectors of each of `sets` co-simulations of a block.
constexpr std::uint64_t vectors_of_each(std::size_t sets) {
  return std::max(least_vectors, shared_vectors / std::max<std::uint64_t>(1, sets));
}

}  // namespace heddle
