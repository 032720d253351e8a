// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstdint>

#include "models/base/warp_register.hpp"

// Base-delta-immediate compression of one warp register (Lee2015, sections 4 and 5.1).
//
// The register is divided into chunks of 4 bytes, which are the lanes, or of 8 bytes, which are pairs of
// lanes with the even one below. The base is chunk 0. Every other chunk is kept as its difference to the
// base, modulo 2^32 or 2^64, when all differences fit into the same number of bytes as two's complement.
//
// Byte layout in the register file, lowest address first; a bank holds 16 bytes, so bank b of the register's
// cluster holds bytes 16b..16b+15:
//
//   encoding   number   base         then                                      bytes used   banks
//   <4,0>        0      bytes 0-3    zero                                               4       1
//   <4,1>        1      bytes 0-3    delta of lanes 1..31, 1 byte each                 35       3
//   <4,2>        2      bytes 0-3    delta of lanes 1..31, 2 bytes each                66       5
//   uncompressed 3                   lanes 0..31, 4 bytes each                        128       8
//   <8,0>        4      bytes 0-7    zero                                               8       1
//   <8,1>        5      bytes 0-7    delta of pairs 1..15, 1 byte each                 23       2
//   <8,2>        6      bytes 0-7    delta of pairs 1..15, 2 bytes each                38       3
//   <8,4>        7      bytes 0-7    delta of pairs 1..15, 4 bytes each                68       5
//
// Everything is little endian and unused bytes are zero. Byte n of a register is bits 8(n mod 4) of word n /
// 4 of `WarpRegister`, and bits [8n +: 8] of the 1024-bit vector in RTL.
//
// Of several encodings that hold a register, the one with the fewest banks is chosen; among those of as many
// banks the one with the smaller base. That is the order <4,0> <8,0> <8,1> <4,1> <8,2> <4,2> <8,4>, in which
// the bytes used grow, too.

namespace heddle {

/// The range indicator of a warp register: how its banks are to be read. Those of section 5 fit into two
/// bits.
enum class BdiEncoding : std::uint8_t {
  base4_delta0,
  base4_delta1,
  base4_delta2,
  uncompressed,
  base8_delta0,
  base8_delta1,
  base8_delta2,
  base8_delta4
};
inline constexpr unsigned bdi_encodings = 8;

/// Bytes of a chunk, which is the size of the base, and of a delta; both 0 for uncompressed.
struct BdiShape {
  unsigned base, delta;
};
constexpr BdiShape shape(BdiEncoding encoding) {
  constexpr std::array<BdiShape, bdi_encodings> shapes{
      {{4, 0}, {4, 1}, {4, 2}, {0, 0}, {8, 0}, {8, 1}, {8, 2}, {8, 4}}};
  return shapes[static_cast<unsigned>(encoding)];
}

/// The paper's name of an encoding: "<4,0>" to "<8,4>", or "uncompressed".
const char* name(BdiEncoding encoding);
/// Its name in statistics: "base4_delta0" to "base8_delta4", or "uncompressed".
const char* word(BdiEncoding encoding);

/// Equation (1): bytes of `input` bytes as one base of `base` bytes and a delta of `delta` bytes for each
/// other chunk.
constexpr unsigned bdi_bytes(unsigned base, unsigned delta, unsigned input = sizeof(WarpRegister)) {
  return base + delta * (input / base - 1);
}

/// Banks of 16 bytes that a register of this encoding occupies (Table 1): 1, 2, 3, 5 or 8.
constexpr unsigned banks(BdiEncoding encoding) {
  constexpr unsigned bytes_per_bank = 16;
  const BdiShape s = shape(encoding);
  const unsigned bytes =
      encoding == BdiEncoding::uncompressed ? sizeof(WarpRegister) : bdi_bytes(s.base, s.delta);
  return (bytes + bytes_per_bank - 1) / bytes_per_bank;
}

/// The compressed encodings that a compressor may choose; uncompressed is always possible. Section 5 has the
/// three of base 4, section 6.6 studies compressors with a single choice, and Fig. 5 all seven.
struct BdiChoices {
  static constexpr std::uint8_t base4 = 0b0000111;  ///< <4,0>, <4,1>, <4,2>
  static constexpr std::uint8_t base8 = 0b1111000;  ///< <8,0>, <8,1>, <8,2>, <8,4>

  std::uint8_t mask = base4;  ///< bits 0..6: <4,0> <4,1> <4,2> <8,0> <8,1> <8,2> <8,4>; at least one of them

  /// The bit that allows an encoding other than uncompressed.
  static constexpr std::uint8_t bit(BdiEncoding encoding) {
    const auto number = static_cast<unsigned>(encoding);
    return static_cast<std::uint8_t>(1u << (encoding < BdiEncoding::uncompressed ? number : number - 1));
  }
  static constexpr BdiChoices only(BdiEncoding encoding) { return {bit(encoding)}; }
  constexpr bool allows(BdiEncoding encoding) const {
    return encoding == BdiEncoding::uncompressed || (mask & bit(encoding)) != 0;
  }
  bool operator==(const BdiChoices&) const = default;
};

/// A register as the banks hold it.
struct BdiCompressed {
  WarpRegister data{};  ///< in the layout above
  BdiEncoding encoding = BdiEncoding::uncompressed;

  bool operator==(const BdiCompressed&) const = default;
};

/// First step, subtraction and comparison: the best allowed encoding that holds all deltas.
BdiEncoding bdi_select(const WarpRegister& lanes, BdiChoices choices = {});

/// Second step, packing: `lanes` in the layout of `encoding`, which must hold their deltas.
WarpRegister bdi_pack(const WarpRegister& lanes, BdiEncoding encoding);

/// Both steps of the compressor.
BdiCompressed bdi_compress(const WarpRegister& lanes, BdiChoices choices = {});

/// The 32 lanes of a register that the banks hold as `data` in `encoding`. Bytes beyond the encoding's are
/// not read.
WarpRegister bdi_decompress(const WarpRegister& data, BdiEncoding encoding);

}  // namespace heddle
