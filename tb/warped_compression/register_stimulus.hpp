#pragma once

#include <array>
#include <cstdint>

#include "models/base/random.hpp"
#include "models/base/warp_register.hpp"
#include "tb/cosim/random_words.hpp"

namespace heddle {

/// Draws warp registers that lie where a compressor's decisions change: equal lanes, differences just inside
/// and outside of each delta's range in some lanes, bases near the wrap of 2^32, and anything.
class RegisterStimulus {
 public:
  explicit RegisterStimulus(std::uint64_t seed) : words_(seed) {}
  void draw(Random& random, WarpRegister& lanes);

 private:
  void draw_deltas(WarpRegister& lanes, unsigned bits);
  void put_boundaries(Random& random, WarpRegister& lanes);

  RandomWords words_;
};

/// The differences to lane 0 at which another encoding becomes necessary, and their neighbours.
inline constexpr std::array<std::int32_t, 8> boundary_deltas{-129,   -128,   127,   128,
                                                             -32769, -32768, 32767, 32768};

}  // namespace heddle
