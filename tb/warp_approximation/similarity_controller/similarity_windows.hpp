// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "hw/warp_approximation/similarity_controller/similarity_controller.hpp"
#include "models/base/random.hpp"

namespace heddle {

/// An SM that launches kernels and finds new similar instructions, window by window: about as many as decide,
/// none, or as many as there can be; at the begin of the window, at its end, or all over it. It counts
/// windows from its launches on and does not know of resets.
class SimilarityWindows {
 public:
  SimilarityWindows(const SimilarityControllerConfig& config, std::uint64_t seed)
      : config_(config), random_(seed) {}

  /// The next cycle's inputs.
  void next(Beat<SimilarityLaunch>& launch, NewSimilar& similar);

 private:
  enum class Spread { early, late, even, count };
  /// How the counts of a launch's windows lie to its target: about it, or all of them on one side.
  enum class Trend { none, low, high, count };

  SimilarityLaunch draw_launch();
  unsigned draw_target();
  void begin_window();
  unsigned draw_count();
  unsigned draw_found();

  SimilarityControllerConfig config_;
  Random random_;
  SimilarityLaunch launch_{};
  bool large_ = false;  // targets and counts of this launch
  Trend trend_ = Trend::none;
  Spread spread_ = Spread::even;
  unsigned cycles_ = 0;     // of this launch that are left
  unsigned edges_ = 0;      // of this window that are left
  unsigned remaining_ = 0;  // to be found in it
  unsigned quiet_ = 0;      // edges in a row at which nothing was found
};

}  // namespace heddle
