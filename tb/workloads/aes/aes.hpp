// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstdint>
#include <span>

/// AES with a key of 128 bits as FIPS 197 describes it, byte by byte.
namespace heddle::aes {

using Block = std::array<std::uint8_t, 16>;
/// Eleven round keys of 16 bytes, the key itself first.
using Schedule = std::array<Block, 11>;

std::uint8_t substituted(std::uint8_t byte);  ///< the S-box
Schedule expand(const Block& key);
Block encrypt(const Block& plain, const Schedule&);

}  // namespace heddle::aes
