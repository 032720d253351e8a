// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstdint>

#include "models/base/random.hpp"
#include "tb/cosim/bench/feed_forward_bench.hpp"
#include "tb/line_compression/bdi_line_values.hpp"

namespace heddle {

/// A succession of memory lines: of each encoding, with one value at an end of the range of deltas or beyond
/// it; lines that several encodings hold; zeros and repeated values, with one wrong bit or without; anything.
/// At times the line before again, or with another byte. Which value is the odd one, and how, is taken in
/// turn. The first and the last line of a burst are of all kinds in turn.
class LineStimulus {
 public:
  LineStimulus(std::uint64_t seed, unsigned line_bytes, BdiBase base)
      : random_(seed), line_bytes_(line_bytes), rule_(base) {}

  void draw(BurstPlace place, LineBytes& line);
  void anything(LineBytes& line);

 private:
  static constexpr unsigned kinds = 10;
  void make(unsigned kind, LineBytes& line);
  void pattern(LineBytes& line);
  void repeat(LineBytes& line, std::uint64_t value);
  void wrong_bit(LineBytes& line);
  template <class Values>
  void shaped(BdiLineEncoding encoding, LineBytes& line);
  template <class Values>
  typename Values::Value any_base();
  template <class Values>
  typename Values::Delta any_delta(unsigned kind, unsigned i);

  Random random_;
  const unsigned line_bytes_;
  const BdiBase rule_;
  LineBytes last_{};
  std::array<std::uint32_t, bdi_line_encodings> turns_{};
  std::uint32_t first_turn_ = 0, last_turn_ = 0, bit_turn_ = 0;
};

}  // namespace heddle
