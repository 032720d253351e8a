// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace heddle {

/// Appends the lowest `bytes` bytes of a number, the lowest first.
inline void put_little_endian(std::string& to, std::uint64_t number, unsigned bytes) {
  for (unsigned b = 0; b < bytes; ++b) to += static_cast<char>(number >> 8 * b);
}
/// The number that `bytes` bytes from `at` on are.
inline std::uint64_t little_endian_at(std::string_view from, std::size_t at, unsigned bytes) {
  std::uint64_t number = 0;
  for (unsigned b = bytes; b-- > 0;) number = number << 8 | static_cast<unsigned char>(from[at + b]);
  return number;
}

}  // namespace heddle
