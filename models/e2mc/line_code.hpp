// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstddef>
#include <span>

// A memory line as E2MC stores it (Lal2017, section III-F1 and Fig. 8). The symbols are dealt to n parallel
// decoding ways, the first n-th of them to way 1 and so on. Bits of a byte are filled from the highest on,
// and codewords are written from their first bit on:
//
//   part          bits                 holds
//   pointers      n - 1 of 7           the byte at which way 2, 3, ... begins
//   way 1 .. n    each to whole bytes  the codewords; behind an escape codeword the value itself
//
// Pointers of a line of 64 bytes have 6 bits.
//
// A line is stored compressed when that saves a burst: when it takes no more than the line less the
// granularity of an access (96 of 128 bytes, section III-E).

namespace heddle::e2mc {

inline constexpr unsigned most_line_bytes = 128;

struct LineCodeConfig {
  unsigned ways = 1;          ///< 1, 2, 4 or 8
  unsigned granularity = 32;  ///< bytes of a burst
};

/// A line as it is stored: bytes behind `length` are zero.
struct HuffmanLine {
  std::array<unsigned char, most_line_bytes> bytes{};
  unsigned length = 0;
  bool compressed = false;
  bool operator==(const HuffmanLine&) const = default;
};

struct RestoredLine {
  std::array<unsigned char, most_line_bytes> bytes{};
  bool corrupt = false;  ///< then the bytes mean nothing
};

/// The part of a stored line that one way decodes.
struct WayBits {
  std::size_t first = 0, end = 0;  ///< bits, counted from the highest of byte 0
};

/// Bits of a pointer. Throws Error for a line that has not 64 or 128 bytes, and for ways that are not 1, 2, 4
/// or 8.
unsigned pointer_bits(std::size_t line_bytes, unsigned ways);

/// The bits of each way; those of the last end with the stored bytes. `legal` is false when a pointer is out
/// of order or beyond the stored bytes.
struct WayLayout {
  std::array<WayBits, 8> ways{};
  bool legal = false;
};
WayLayout ways_of(std::span<const unsigned char> stored, std::size_t line_bytes, unsigned ways);

}  // namespace heddle::e2mc
