#pragma once

#include <array>
#include <cstdint>

#include "models/base/random.hpp"
#include "models/base/warp_register.hpp"
#include "models/warped_compression/bdi.hpp"
#include "tb/cosim/random_words.hpp"

namespace heddle {

/// Draws warp registers that lie where a compressor's decisions change: equal chunks, differences just inside
/// and outside of each delta's range in some chunks, one difference of a single bit, bases near the wrap of
/// 2^32 or 2^64, and anything. Chunks are lanes, and pairs of lanes in half of the registers where `choices`
/// has encodings of pairs.
class RegisterStimulus {
 public:
  explicit RegisterStimulus(std::uint64_t seed, BdiChoices choices = {})
      : words_(seed), pairs_((choices.mask & BdiChoices::base8) != 0) {}
  void draw(Random& random, WarpRegister& lanes);

 private:
  template <class Chunk>
  void draw_chunks(Random& random, WarpRegister& lanes);
  template <class Chunk>
  void draw_deltas(WarpRegister& lanes, Chunk base, unsigned bits);

  RandomWords words_;
  bool pairs_;
};

/// The differences to lane 0 at which another encoding becomes necessary, and their neighbours.
inline constexpr std::array<std::int32_t, 8> boundary_deltas{-129,   -128,   127,   128,
                                                             -32769, -32768, 32767, 32768};
/// The same of pairs.
inline constexpr std::array<std::int64_t, 12> pair_boundary_deltas{
    -129,  -128,  127,           128,           -32769,       -32768,
    32767, 32768, -0x80000001LL, -0x80000000LL, 0x7fffffffLL, 0x80000000LL};

}  // namespace heddle
