// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "models/e2mc/bit_row.hpp"
#include "models/e2mc/line_code.hpp"

namespace heddle::e2mc {

/// Puts the codewords of a line where E2MC stores them: behind the pointers, each way from a whole byte on
/// (Lal2017, Fig. 8). What does not fit is counted, and lost.
class LinePacker {
 public:
  /// A line of 64 or 128 bytes in 1, 2, 4 or 8 ways. Throws Error for others.
  LinePacker(std::size_t line_bytes, unsigned ways);
  LinePacker(const LinePacker&) = delete;
  LinePacker& operator=(const LinePacker&) = delete;

  /// The next bits belong to the next way.
  void begin_way();
  /// The lower `count` bits, the highest of them first.
  void put(std::uint32_t bits, unsigned count) { codewords_.put(bits, count); }
  /// The line as it is stored when all ways are there: compressed if that saves `granularity` bytes, else as
  /// it is.
  HuffmanLine stored(std::span<const unsigned char> line, unsigned granularity) const;

 private:
  std::array<unsigned char, most_line_bytes> bytes_{};
  BitWriter pointers_{bytes_}, codewords_{bytes_};
  const unsigned pointer_bits_;
  bool first_ = true;
};

/// The line as it is.
HuffmanLine uncompressed_line(std::span<const unsigned char> line);

}  // namespace heddle::e2mc
