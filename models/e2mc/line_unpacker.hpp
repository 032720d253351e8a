// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

#include "models/e2mc/line_code.hpp"

namespace heddle::e2mc {

/// Gives out the ways of a stored line in chunks of `chunk_bits`, each way from where its pointer says on
/// (Lal2017, Fig. 8).
class LineUnpacker {
 public:
  using Line = std::array<unsigned char, most_line_bytes>;

  /// A line of 64 or 128 bytes in 1, 2, 4 or 8 ways.
  LineUnpacker(std::size_t line_bytes, unsigned ways, unsigned chunk_bits)
      : line_bytes_(line_bytes), ways_(ways), chunk_bits_(chunk_bits) {}

  /// A line that is stored in `length` bytes; the one before is given up. False when these are more than a
  /// line has, or its pointers are impossible; then no way has bits.
  bool open(const Line& stored, unsigned length);

  /// Bits of a way, counted from 0, that were not given out.
  unsigned bits(unsigned way) const;
  /// The next chunk of a way, the first bit the highest. Bits behind the way's last are those of the line
  /// that follow, zeros behind the line.
  std::uint32_t next(unsigned way);

 private:
  const std::size_t line_bytes_;
  const unsigned ways_, chunk_bits_;
  Line line_{};
  WayLayout layout_;
};

}  // namespace heddle::e2mc
