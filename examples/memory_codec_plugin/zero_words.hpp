// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <span>

#include "hw/line_compression/pins.hpp"

// A codec of a user's own for memory lines: it leaves out the words that are zero. What is stored begins with
// a word of marks, whose bit w says that word w is not zero; these words follow, in their order. A line that
// does not become shorter is stored as it is.
namespace mine {

/// The line of 64 or 128 bytes as it is stored.
heddle::CompressedLine without_zeros(std::span<const unsigned char> line);

/// The line of `length` bytes of which `stored` is kept. Takes any bytes; corrupt: `without_zeros` makes them
/// of no line.
heddle::RestoredLine with_zeros(const heddle::LineBytes& stored, bool compressed, unsigned length);

}  // namespace mine
