#include "tb/warped_compression/register_stimulus.hpp"

namespace heddle {

void RegisterStimulus::draw(Random& random, WarpRegister& lanes) {
  const std::uint32_t kind = random.below(16);
  // A base from which differences of the interesting sizes wrap, or any.
  lanes[0] = random.one_in(4) ? random.below(0x10000) - 0x8000u : static_cast<std::uint32_t>(random());
  if (kind < 2) {
    lanes.lane.fill(lanes[0]);
  } else if (kind < 5) {
    draw_deltas(lanes, 8);
  } else if (kind < 9) {
    draw_deltas(lanes, 16);
  } else if (kind < 11) {
    draw_deltas(lanes, 1 + random.below(31));
  } else if (kind < 12) {
    draw_deltas(lanes, 32);
  } else {
    // Everything inside one range but some lanes, which stand at its edge.
    draw_deltas(lanes, kind < 14 ? 7 : 15);
    put_boundaries(random, lanes);
  }
}

void RegisterStimulus::draw_deltas(WarpRegister& lanes, unsigned bits) {
  const std::uint32_t mask = ~0u >> (32 - bits);
  const std::uint32_t base = lanes[0];
  const std::uint32_t lowest = base - (mask / 2 + 1);
  words_.fill(lanes);
  for (unsigned i = 0; i < warp_size; ++i) lanes[i] = lowest + (lanes[i] & mask);
  lanes[0] = base;
}

void RegisterStimulus::put_boundaries(Random& random, WarpRegister& lanes) {
  for (std::uint32_t left = 1 + random.below(3); left > 0; --left)
    lanes[1 + random.below(warp_size - 1)] =
        lanes[0] + static_cast<std::uint32_t>(boundary_deltas[random.below(boundary_deltas.size())]);
}

}  // namespace heddle
