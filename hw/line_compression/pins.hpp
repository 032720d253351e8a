#pragma once

#include "hw/sim/bits.hpp"
#include "models/line_compression/bdi_line.hpp"

namespace heddle {

/// A memory line: byte i in bits 8i+7..8i.
struct UncompressedLine {
  alignas(64) LineBytes data{};
  bool operator==(const UncompressedLine&) const = default;
};

/// A compressor's answer; bytes behind `length` are zero.
struct CompressedLine {
  alignas(64) LineBytes data{};
  std::uint8_t length = 0;  ///< bytes to be stored
  bool compressed = false;  ///< false: the line itself, which is not told from its bytes
  bool operator==(const CompressedLine&) const = default;
};

/// The bytes of a line as they were stored, and what the memory's metadata say of it.
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

/// How the line compressors and decompressors are asked for a line of 64 or 128 bytes.
inline constexpr unsigned shortest_line = 64, longest_line = sizeof(LineBytes);
/// Throws Error for another length of a line.
void require_line_bytes(unsigned line_bytes);

}  // namespace heddle
