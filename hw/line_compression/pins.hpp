// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "hw/sim/bits.hpp"
#include "models/line_compression/bdi_line.hpp"

namespace heddle {

/// A memory line: byte i in bits 8i+7..8i.
struct UncompressedLine {
  alignas(64) LineBytes data{};
  bool operator==(const UncompressedLine&) const = default;
};

/// A line as a compressor returns it; bytes behind `length` are zero.
struct CompressedLine {
  alignas(64) LineBytes data{};
  std::uint8_t length = 0;  ///< bytes to be stored
  bool compressed = false;  ///< false: `data` is the line itself
  bool operator==(const CompressedLine&) const = default;
};

/// The stored bytes of a line, and whether it is compressed, which the memory's metadata say.
struct StoredLineBytes {
  alignas(64) LineBytes data{};
  bool compressed = false;
  bool operator==(const StoredLineBytes&) const = default;
};

struct RestoredLine {
  alignas(64) LineBytes data{};
  bool corrupt = false;  ///< no compressor makes these bytes
  bool operator==(const RestoredLine&) const = default;
};

/// The lengths of a line.
inline constexpr unsigned shortest_line = 64, longest_line = sizeof(LineBytes);
/// Throws Error for another length of a line.
void require_line_bytes(unsigned line_bytes);

}  // namespace heddle
