// SPDX-License-Identifier: Apache-2.0
#include "hw/warp_approximation/similarity_controller/similarity_controller.hpp"

#include <bit>

#include "hw/sim/block_entry.hpp"

namespace heddle {

Cycle SimilarityController::tick(Cycle now) {
  if (io.in_reset()) {
    control_.reset();
    io.state.put({});
    return never;
  }
  const auto found = static_cast<unsigned>(std::popcount(io.similar.payload().found.value));
  const Beat<SimilarityLaunch>& launch = io.launch.get();
  if (launch.valid) {
    const SimilarityLaunch& l = launch.payload;
    control_.launch(now, {l.target, l.least.value, l.most.value, l.initial.value, l.enabled});
  } else {
    control_.step(now, found);
  }
  Level<SimilarityState> state;
  state.payload.d.value = static_cast<std::uint8_t>(control_.d());
  state.payload.counted.value = control_.counted();
  io.state.put(state);
  // Without anything to count the next edge of consequence is the last one of the window.
  return launch.valid || found != 0 ? now + 1 : control_.next();
}

static const Registration<BlockEntry> registration{block_entry<SimilarityController>("warp_approximation")};

}  // namespace heddle
