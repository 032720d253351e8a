// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <span>

#include "models/line_compression/bdi_line.hpp"

// What bdi_line.hpp describes, faster: whether an encoding holds a line is found out for all values at once,
// and before anything is written. The compiler makes vectors of the loops.

namespace heddle::bdi_line_coder {

/// The encoding in which bdi_line_compress stores the line, if any.
std::optional<BdiLineEncoding> encoding_of(std::span<const unsigned char> line, BdiBase base);

/// The same as bytes_of, without a division.
inline unsigned length_of(BdiLineEncoding encoding, std::size_t line_bytes) {
  static constexpr auto lengths = [] {
    std::array<std::array<std::uint8_t, bdi_line_encodings>, 2> all{};
    for (unsigned e = 0; e < bdi_line_encodings; ++e)
      for (unsigned k = 0; k < 2; ++k)
        all[k][e] = static_cast<std::uint8_t>(bytes_of(BdiLineEncoding(e), 64 << k));
    return all;
  }();
  return lengths[line_bytes / 128][static_cast<unsigned>(encoding)];
}

/// Writes the bytes of a line in an encoding that holds it. `to` is zero, and as long as the line.
void write(std::span<const unsigned char> line, BdiLineEncoding encoding, BdiBase base, unsigned char* to);

/// The line that bdi_line_decompress gives of the bytes of a compressed line. It is not checked that a
/// compressor makes them.
void restore(const LineBytes& stored, std::span<unsigned char> line);

}  // namespace heddle::bdi_line_coder
