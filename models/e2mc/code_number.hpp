// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <span>

// Where a run has several codes, a compressed line says with which of them it was encoded: the code's number
// stands in the bits that the pointers leave open in their last byte (line_code.hpp), which are its lowest
// ones. So it costs no byte, and a decoder needs nothing beside the stored bits. Lines of 128 bytes:
//
//   ways   bits of pointers   bytes   open
//      1          0             0       0
//      2          7             1       1
//      4         21             3       3
//      8         49             7       7

namespace heddle::e2mc {

/// Bits that a line has for a code's number. Throws Error as `pointer_bits` does.
unsigned code_number_bits(unsigned line_bytes, unsigned ways);

/// The number in the bits of a compressed line; 0 where there is no room for any.
unsigned code_number(std::span<const unsigned char> stored, unsigned line_bytes, unsigned ways);

/// Writes it where zeros are. Throws Error when there is no room for it.
void put_code_number(std::span<unsigned char> stored, unsigned line_bytes, unsigned ways, unsigned number);

}  // namespace heddle::e2mc
