// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

namespace heddle {

/// The digest of words one by one, `sum` being that of those before: equal for equal sequences, and different
/// for others, but for one in 2^64. Not for hashes that are kept (content_hash.hpp).
constexpr std::uint64_t digest(std::uint64_t sum, std::uint64_t word) {
  sum = (sum ^ word) * 0x9e3779b97f4a7c15u;
  return sum ^ sum >> 29;
}

}  // namespace heddle
