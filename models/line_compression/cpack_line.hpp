// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <span>

#include "models/line_compression/bdi_line.hpp"
#include "models/line_compression/cpack_word.hpp"

// C-Pack compression of one memory line of 64 or 128 bytes (Chen et al., 2010; Vijaykumar2015, section 5.1.4,
// compares with it).
//
// The line is a row of little-endian words of 32 bits, which are stored in order, each with the dictionary
// that the words before it have filled (cpack_word.hpp). At the start of a line the dictionary is empty. The
// stream goes from bit 0 of byte 0 upwards; it is stored in whole bytes, with zero bits behind it. If that is
// not shorter than the line, the line stays as it is; the memory's metadata say so.

namespace heddle {

/// A line as it is stored: bytes behind `length` are zero.
struct CpackLine {
  LineBytes bytes{};
  unsigned length = 0;
  bool compressed = false;

  bool operator==(const CpackLine&) const = default;
};

/// The line's stream, or the line as it is.
CpackLine cpack_line_compress(std::span<const unsigned char> line);

/// The line whose stored bytes are these. Takes any bytes: an entry that is not used yet is zero, and behind
/// the stored bytes the stream goes on with zeros. It is not checked that a compressor makes them.
void cpack_line_restore(const LineBytes& stored, std::span<unsigned char> line);

struct CpackRestoredLine {
  LineBytes bytes{};
  bool corrupt = false;

  bool operator==(const CpackRestoredLine&) const = default;
};

/// The line of `line_bytes` bytes whose stored bytes are these, as cpack_line_restore gives it. It is corrupt
/// if cpack_line_compress makes other bytes of it; so there is one stream for each line, and bytes behind it
/// are zero.
CpackRestoredLine cpack_line_decompress(const LineBytes& stored, bool compressed, unsigned line_bytes);

}  // namespace heddle
