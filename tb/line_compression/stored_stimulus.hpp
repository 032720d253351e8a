// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "hw/line_compression/pins.hpp"
#include "tb/line_compression/line_stimulus.hpp"

namespace heddle {

/// A succession of stored lines: what a compressor makes of the lines of LineStimulus, in the encoding that
/// it takes or in another that holds the line; the same with one wrong bit; bases, masks and deltas that no
/// compressor makes, by one rule or by several; uncompressed lines; anything. Bytes behind the stored ones
/// are zero or anything.
class StoredStimulus {
 public:
  StoredStimulus(std::uint64_t seed, unsigned line_bytes, BdiBase base)
      : random_(seed), lines_(seed + 1, line_bytes, base), line_bytes_(line_bytes), rule_(base) {}

  void draw(BurstPlace place, StoredLineBytes& stored);

 private:
  void compressed(BurstPlace place, StoredLineBytes& stored);
  template <class Values>
  void forged(BdiLineEncoding encoding, LineBytes& bytes);

  Random random_;
  LineStimulus lines_;
  const unsigned line_bytes_;
  const BdiBase rule_;
  std::array<std::uint32_t, bdi_line_encodings> turns_{};
  std::uint32_t bit_turn_ = 0;
};

}  // namespace heddle
