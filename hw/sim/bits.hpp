// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <type_traits>

#include "models/base/warp_register.hpp"

namespace heddle {

/// An unsigned pin of N bits (1..64), stored as Verilator stores a port of that width.
template <unsigned N>
struct Bits {
  static_assert(N >= 1 && N <= 64);
  using Storage = std::conditional_t<
      N <= 8, std::uint8_t,
      std::conditional_t<N <= 16, std::uint16_t, std::conditional_t<N <= 32, std::uint32_t, std::uint64_t>>>;
  Storage value = 0;
  bool operator==(const Bits&) const = default;
};

/// Width in bits of a payload member, and of one element of it. Specialise for an enumeration of fewer bits.
template <class T>
inline constexpr unsigned pin_bits = 8 * sizeof(T);
template <>
inline constexpr unsigned pin_bits<bool> = 1;
template <unsigned N>
inline constexpr unsigned pin_bits<Bits<N>> = N;

template <class T>
inline constexpr unsigned element_bits = pin_bits<T>;
template <class T, std::size_t N>
inline constexpr unsigned element_bits<std::array<T, N>> = pin_bits<T>;
template <>
inline constexpr unsigned element_bits<WarpRegister> = 32;

/// Bytes of Verilator's storage for a port of `bits`.
constexpr std::size_t rtl_bytes(unsigned bits) {
  if (bits <= 8) return 1;
  if (bits <= 16) return 2;
  if (bits <= 32) return 4;
  if (bits <= 64) return 8;
  return (bits + 31) / 32 * 4;
}

/// memcpy with the small sizes inlined: this runs for every pin in every cycle.
inline void copy_pin(std::byte* to, const std::byte* from, std::size_t bytes) {
  switch (bytes) {
    case 1:
      *to = *from;
      return;
    case 4:
      std::memcpy(to, from, 4);
      return;
    default:
      std::memcpy(to, from, bytes);
  }
}

}  // namespace heddle
