// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstdint>

#include "models/base/random.hpp"
#include "models/base/warp_register.hpp"
#include "tb/cosim/bench/random_words.hpp"
#include "tb/warped_compression/value_class.hpp"

namespace heddle {

/// Makes warp registers of a wanted class. The defining cases of a class are taken in turn and not drawn:
/// each lane that can be the odd one, each lane or pair with each difference at the edge, each value of an
/// edge of a width in each lane. Everything else of a register is random, so that a few are of an earlier
/// class.
class ValueGenerator {
 public:
  explicit ValueGenerator(std::uint64_t seed) : random_(seed), words_(seed) {}

  void make(ValueClass wanted, WarpRegister& lanes);

 private:
  /// The next of `n` cases of a class.
  unsigned turn(ValueClass of, unsigned n) { return turns_[static_cast<unsigned>(of)]++ % n; }

  void equal(ValueClass wanted, WarpRegister& lanes);
  void affine(ValueClass wanted, WarpRegister& lanes);
  void one_lane(ValueClass wanted, WarpRegister& lanes);
  void one_pair(WarpRegister& lanes);
  /// Differences of `bytes` bytes that just fit, or just do not.
  template <class Chunk>
  void edge(ValueClass wanted, WarpRegister& lanes, unsigned bytes, bool beyond);
  void width_edge(WarpRegister& lanes);
  /// Numbers of `bits` bits, with a sign or without.
  void numbers(WarpRegister& lanes, unsigned bits, bool with_sign);
  void floats(WarpRegister& lanes, bool special);
  void doubles(WarpRegister& lanes);
  void mixed(WarpRegister& lanes);
  /// Lanes on both sides of `middle`, within two bytes.
  void around(WarpRegister& lanes, std::uint32_t middle);
  /// Differences of `bits` bits.
  template <class Chunk>
  void near(WarpRegister& lanes, unsigned bits);
  /// Inside of `bits` bits but for one chunk, whose difference has, or lacks, one bit of those given.
  template <class Chunk>
  void with_power(WarpRegister& lanes, unsigned bits, unsigned first_bit, unsigned end_bit);
  template <class Chunk>
  void deltas(WarpRegister& lanes, Chunk base, unsigned bits);
  template <class Chunk>
  Chunk base();
  std::uint32_t word() { return static_cast<std::uint32_t>(random_() >> 32); }

  Random random_;
  RandomWords words_;
  std::array<std::uint32_t, value_class_count> turns_{};
};

}  // namespace heddle
