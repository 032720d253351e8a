// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstdint>
#include <span>

#include "models/base/register_set.hpp"

/// The two metadata instructions of Jeon2015, 6.2 and Fig. 5, bit for bit:
///
///     63      58 57                                  4 3      0
///    | opcode 6 |              54 bits                | opcode 4 |
///
/// The opcode's parts lie where Fermi's encoding has them. The paper draws the word from bit 0 on, and only
/// says that two opcodes are reserved: their values are ours. Of a pir, bits [4 + 3k, 4 + 3k + 2] are the
/// flags of the k-th instruction that follows, the lowest bit its first operand. Of a pbr, bits [4 + 6k, 4 +
/// 6k + 5] are the k-th register; 63, which no instruction can name, is an empty place.
namespace heddle {

inline constexpr unsigned flags_of_pir = 18, registers_of_pbr = 9;
inline constexpr unsigned pir_flags_at = 4;  ///< bit of the first flag
inline constexpr std::uint8_t no_released_register = 63;
/// Ten bits: the upper six, then the lower four.
inline constexpr unsigned pir_opcode = 0b101101'1111, pbr_opcode = 0b101110'1111;

enum class Metadata : std::uint8_t { none, pir, pbr };
/// What a word is by its opcode.
Metadata metadata_of(std::uint64_t word);

using PirFlags = std::array<std::uint8_t, flags_of_pir>;

/// The flags (3 bits each) of the next instructions; those that are not given are 0. Throws Error for more
/// than 18, or more than three bits.
std::uint64_t encode_pir(std::span<const std::uint8_t> flags);
/// Registers up to 62, the lowest first. Throws Error for none, for more than nine, and for register 63.
std::uint64_t encode_pbr(RegisterSet registers);
/// Throws Error for a word that is no pir.
PirFlags decode_pir(std::uint64_t word);
/// Throws Error for a word that is no pbr.
RegisterSet decode_pbr(std::uint64_t word);

}  // namespace heddle
