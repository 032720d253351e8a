// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <span>
#include <string_view>

#include "models/base/value.hpp"

// Base-delta-immediate compression of one memory line of 64 or 128 bytes (Vijaykumar2015, sections 5.1.1 and
// 5.1.2; Lal2017, section V compares with it).
//
// The line is divided into values of 8, 4 or 2 bytes. Each is kept as a signed distance of 1, 2 or 4 bytes,
// from zero where it fits, else from the base; both modulo 2^64, 2^32 or 2^16. The compressed bytes, lowest
// address first (B bytes of a value, D of a delta, n = line bytes / B values):
//
//   part       bytes     holds
//   encoding   1         its number; bits 7..3 are zero
//   base       B         the base
//   mask       n / 8     bit i: value i is a distance from zero
//   deltas     n * D     one of each value
//
//   encoding       number   bytes of a 128-byte line   of a 64-byte line
//   zero              0            1                          1
//   repeated          1            9                          9
//   base8_delta1      2           27                         18
//   base4_delta1      3           41                         23
//   base8_delta2      4           43                         26
//   base4_delta2      5           73                         39
//   base2_delta1      6           75                         39
//   base8_delta4      7           75                         42
//   uncompressed      -          128                         64
//
// Of a line of zeros the encoding alone is stored; of one whose values of 8 bytes are all alike, the encoding
// and that value.
//
// Everything is little endian. Of the encodings that can hold a line, the one with the lowest number is
// taken. It is the smallest; of two equally small ones it is the one that is smaller for the other length of
// a line. An uncompressed line has no room for an encoding: the memory's metadata say that it is
// uncompressed.
//
// The 17 bytes of Vijaykumar2015, Fig. 6, are mask, base and deltas; the byte of the encoding is not among
// them. Its mask, 0x55, has the bits of the values that are distances from zero.

namespace heddle {

/// Bytes of the longest line, in order of their addresses.
using LineBytes = std::array<unsigned char, 128>;

enum class BdiLineEncoding : std::uint8_t {
  zero,
  repeated,
  base8_delta1,
  base4_delta1,
  base8_delta2,
  base4_delta2,
  base2_delta1,
  base8_delta4
};
inline constexpr unsigned bdi_line_encodings = 8;
std::string_view name(BdiLineEncoding encoding);

/// Bytes of a value, and of a delta; a delta of zero bytes: none is stored, nor a mask.
struct BdiLineShape {
  unsigned base, delta;
};
constexpr BdiLineShape shape(BdiLineEncoding encoding) {
  constexpr std::array<BdiLineShape, bdi_line_encodings> shapes{
      {{0, 0}, {8, 0}, {8, 1}, {4, 1}, {8, 2}, {4, 2}, {2, 1}, {8, 4}}};
  return shapes[static_cast<unsigned>(encoding)];
}

/// Bytes of a compressed line.
constexpr unsigned bytes_of(BdiLineEncoding encoding, unsigned line_bytes) {
  const auto [base, delta] = shape(encoding);
  if (delta == 0) return 1 + base;
  const unsigned values = line_bytes / base;
  return 1 + base + values / 8 + values * delta;
}

/// Which value of the line is the base.
enum class BdiBase : std::uint8_t {
  first_wide,   ///< the first that no delta from zero holds (Fig. 6); zero when there is none
  first_value,  ///< the first bytes of the line, whatever they are (section 5.1.2)
};
constexpr auto names_of(BdiBase) {
  return std::array{Named{BdiBase::first_wide, "first_wide"}, Named{BdiBase::first_value, "first_value"}};
}

/// A line as it is stored: bytes behind `length` are zero.
struct BdiLine {
  LineBytes bytes{};
  unsigned length = 0;
  bool compressed = false;

  bool operator==(const BdiLine&) const = default;
};

/// The line in this encoding, unless its deltas do not hold it.
std::optional<BdiLine> bdi_line_pack(std::span<const unsigned char> line, BdiLineEncoding encoding,
                                     BdiBase base);

/// The line in the first encoding that holds it, or as it is.
BdiLine bdi_line_compress(std::span<const unsigned char> line, BdiBase base);

struct BdiRestoredLine {
  LineBytes bytes{};
  bool corrupt = false;

  bool operator==(const BdiRestoredLine&) const = default;
};

/// The line of `line_bytes` bytes whose stored bytes are these. Takes any bytes: bits 2..0 of the first are
/// the encoding. The line is corrupt if packing the restored line in the same encoding gives other bytes; an
/// example is a value that is stored as a distance from the base although it would fit as one from zero.
/// Bytes behind the encoding's own are not read. It is not checked whether a smaller encoding would hold the
/// line.
BdiRestoredLine bdi_line_decompress(const LineBytes& stored, bool compressed, unsigned line_bytes,
                                    BdiBase base);

}  // namespace heddle
