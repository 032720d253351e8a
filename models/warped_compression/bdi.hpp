#pragma once

#include <cstdint>

#include "models/base/warp_register.hpp"

// Base-delta-immediate compression of one warp register (Lee2015, sections 4 and 5.1).
//
// The base is lane 0. Every other lane is kept as its difference to the base, modulo 2^32, when all
// differences fit into the same number of bytes as two's complement.
//
// Byte layout in the register file, lowest address first; a bank holds 16 bytes, so bank b of the register's
// cluster holds bytes 16b..16b+15:
//
//   encoding     bytes 0-3   then                                          bytes used   banks
//   <4,0>        base        zero                                                   4       1
//   <4,1>        base        delta of lanes 1..31, 1 byte each                     35       3
//   <4,2>        base        delta of lanes 1..31, 2 bytes each                    66       5
//   plain        lanes 0..31, 4 bytes each                                        128       8
//
// Everything is little endian and unused bytes are zero. Byte n of a register is bits 8(n mod 4) of word n /
// 4 of `WarpRegister`, and bits [8n +: 8] of the 1024-bit vector in RTL.

namespace heddle {

/// The 2-bit range indicator of a warp register: how its banks are to be read.
enum class BdiEncoding : std::uint8_t { base4_delta0, base4_delta1, base4_delta2, plain };

/// The paper's name of an encoding: "<4,0>", "<4,1>", "<4,2>" or "plain".
const char* name(BdiEncoding encoding);

/// Equation (1): bytes of `input` bytes as one base of `base` bytes and a delta of `delta` bytes for each
/// other chunk.
constexpr unsigned bdi_bytes(unsigned base, unsigned delta, unsigned input = sizeof(WarpRegister)) {
  return base + delta * (input / base - 1);
}

/// Banks of 16 bytes that a register of this encoding occupies (Table 1): 1, 3, 5 or 8.
constexpr unsigned banks(BdiEncoding encoding) {
  constexpr unsigned bytes_per_bank = 16;
  const unsigned delta = static_cast<unsigned>(encoding);
  const unsigned bytes = encoding == BdiEncoding::plain ? sizeof(WarpRegister) : bdi_bytes(4, delta);
  return (bytes + bytes_per_bank - 1) / bytes_per_bank;
}

/// The compressed encodings that a compressor may choose; plain is always possible. Section 6.6 studies
/// compressors with a single choice.
struct BdiChoices {
  std::uint8_t mask = 0b111;  ///< bit k: encoding k is allowed; at least one of three bits

  static constexpr BdiChoices only(BdiEncoding encoding) {
    return {static_cast<std::uint8_t>(1u << static_cast<unsigned>(encoding))};
  }
  constexpr bool allows(BdiEncoding encoding) const {
    return encoding == BdiEncoding::plain || (mask >> static_cast<unsigned>(encoding) & 1u);
  }
  bool operator==(const BdiChoices&) const = default;
};

/// A register as the banks hold it.
struct BdiCompressed {
  WarpRegister data{};  ///< in the layout above
  BdiEncoding encoding = BdiEncoding::plain;

  bool operator==(const BdiCompressed&) const = default;
};

/// First step: the difference of each lane to lane 0, modulo 2^32.
WarpRegister bdi_subtract(const WarpRegister& lanes);

/// Second step, comparison: the allowed encoding with the fewest banks that holds all deltas.
BdiEncoding bdi_select(const WarpRegister& deltas, BdiChoices choices = {});

/// Second step, packing: `lanes` with `deltas` (from `bdi_subtract`) in the layout of `encoding`, which must
/// hold them.
WarpRegister bdi_pack(const WarpRegister& lanes, const WarpRegister& deltas, BdiEncoding encoding);

/// All steps of the compressor.
BdiCompressed bdi_compress(const WarpRegister& lanes, BdiChoices choices = {});

/// The 32 lanes of a register that the banks hold as `data` in `encoding`. Bytes beyond the encoding's are
/// not read.
WarpRegister bdi_decompress(const WarpRegister& data, BdiEncoding encoding);

}  // namespace heddle
