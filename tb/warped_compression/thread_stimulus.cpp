#include "tb/warped_compression/thread_stimulus.hpp"

namespace heddle {

void ThreadStimulus::draw(Random& random, WarpRegister& lanes) {
  words_.fill(lanes);
  // No lane is wider than this, which all widths below are reached by.
  const std::uint32_t widest = random.below(4);
  const bool equal = random.one_in(4);
  for (auto& lane : lanes.lane) {
    const std::uint32_t width = equal ? widest : lane % (widest + 1);
    const unsigned unused = 24 - 8 * width;
    lane = static_cast<std::uint32_t>(static_cast<std::int32_t>(lane << unused) >> unused);
  }
  if (random.one_in(2))
    for (std::uint32_t left = 1 + random.below(3); left > 0; --left)
      lanes[random.below(warp_size)] =
          static_cast<std::uint32_t>(thread_boundaries[random.below(thread_boundaries.size())]);
  // A single bit that differs from the sign: each must be looked at.
  if (random.one_in(4)) {
    const std::uint32_t power = 1u << random.below(32);
    lanes[random.below(warp_size)] = random.one_in(2) ? power : ~power;
  }
}

}  // namespace heddle
