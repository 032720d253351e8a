// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

#include "hw/line_compression/pins.hpp"
#include "models/base/random.hpp"
#include "models/line_compression/cpack_ahead.hpp"
#include "tb/line_compression/cpack_line_stimulus.hpp"

namespace heddle {

/// A succession of stored lines with four dictionary values: what a compressor makes of the lines of
/// CpackLineStimulus; the same with one wrong bit, in it or behind it; the same with one fault: a code that
/// is not used, a byte that is wrong for its code, a value that is named too early or is no right one; any
/// parts; uncompressed lines; anything. Which word, value or bit is wrong is taken in turn.
class CpackAheadStoredStimulus {
 public:
  CpackAheadStoredStimulus(std::uint64_t seed, unsigned line_bytes)
      : random_(seed),
        lines_(seed + 1, line_bytes, cpack_ahead_values),
        words_(seed + 2),
        line_bytes_(line_bytes) {}

  void draw(BurstPlace place, StoredLineBytes& stored);

 private:
  using Parts = CpackAheadParts;

  unsigned words() const { return line_bytes_ / 4; }
  void store(const LineBytes& bytes, LineBytes& stored) const;
  void flip(unsigned bit, LineBytes& bytes) const {
    bytes[bit / 8] ^= static_cast<unsigned char>(1u << bit % 8);
  }
  void set_behind(LineBytes& stored);
  Parts compressed_parts();
  Parts any_parts_of_all();
  /// The fault whose turn it is, where the parts allow it.
  void break_one(Parts& parts);
  void break_word(unsigned kind, unsigned i, Parts& parts);
  void break_value(unsigned kind, Parts& parts);
  void name_too_early(Parts& parts);

  Random random_;
  CpackLineStimulus lines_;
  CpackAheadLines words_;
  const unsigned line_bytes_;
  std::uint32_t fault_turn_ = 0, behind_turn_ = 0;
};

}  // namespace heddle
