#pragma once

#include "models/base/random.hpp"
#include "models/warped_compression/thread_bytes.hpp"
#include "tb/cosim/random_words.hpp"

namespace heddle {

/// Draws warp registers whose lanes are narrow and wide in all mixtures, at the ends of a width's range more
/// often than chance has it.
class ThreadStimulus {
 public:
  explicit ThreadStimulus(std::uint64_t seed) : words_(seed) {}
  void draw(Random& random, WarpRegister& lanes);

 private:
  RandomWords words_;
};

/// The values at which another byte becomes necessary, and their neighbours.
inline constexpr std::array<std::int32_t, 12> thread_boundaries{
    -129, -128, 127, 128, -32769, -32768, 32767, 32768, -8388609, -8388608, 8388607, 8388608};

}  // namespace heddle
