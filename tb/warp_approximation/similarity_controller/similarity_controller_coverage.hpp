// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <vector>

#include "hw/warp_approximation/similarity_controller/similarity_controller.hpp"
#include "tb/cosim/coverage/block_coverage.hpp"

namespace heddle {

/// How the counts of windows lay to their targets, and what d did behind them. Windows are followed by a
/// count of the bench's own, d by the pins.
class SimilarityControllerCoverage final : public BlockCoverage {
 public:
  explicit SimilarityControllerCoverage(const SimilarityControllerConfig& config);
  void observe(PinValues in, PinValues out, bool rst_n) override;

 private:
  void reset();
  void see_launch(const SimilarityLaunch& launch, unsigned found);
  void see_found(NewSimilar similar);
  void see_end(unsigned last);
  void see_d(unsigned d);

  SimilarityControllerConfig config_;
  SimilarityLaunch launch_{};
  bool in_reset_ = true, launched_ = false, was_launch_ = false;
  bool ended_ = false;            // a window, at the edge before
  unsigned edge_ = 0;             // of the window
  unsigned count_ = 0;            // in it
  unsigned counted_ = 0;          // in the one before
  unsigned d_ = 0;                // before the edge
  std::uint64_t impossible_ = 0;  // counts what the parameters exclude

  std::vector<std::uint64_t*> at_, result_, at_once_;
  std::uint64_t &just_low_, &too_low_, &exact_, &just_high_, &too_high_, &last_decides_, &nothing_,
      &everything_;
  std::uint64_t &grows_, &shrinks_, &part_up_, &part_down_, &stays_most_, &stays_least_, &stays_free_;
  std::uint64_t &behind_reset_, &mid_window_, &at_last_, &twice_, &found_at_launch_, &disabled_;
  std::uint64_t &below_, &above_, &crossed_, &reset_d_, &reset_count_;
};

}  // namespace heddle
