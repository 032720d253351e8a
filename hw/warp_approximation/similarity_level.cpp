// SPDX-License-Identifier: Apache-2.0
#include "hw/warp_approximation/similarity_level.hpp"

#include "hw/sim/block_entry.hpp"

namespace heddle {

SimilarityLevel::SimilarityLevel(const WarpApproximationConfig& config, const SmTechniqueParts& parts)
    : config_(config.closed_loop),
      launch_("similarity_launch"),
      similar_("newly_similar"),
      state_("similarity_level") {
  if (!config_.enabled) return;
  controller_ = make_block<SimilarityController>("similarity_controller", config_.controller, parts.blocks);
  controller_->io.clk(parts.clock);
  controller_->io.rst_n(parts.rst_n);
  controller_->io.launch.port(launch_);
  controller_->io.similar.port(similar_);
  controller_->io.state.port(state_);
}

void SimilarityLevel::begin() {
  if (!controlled()) return;
  SimilarityLaunch l{.target = config_.target(), .least = {}, .most = {}, .initial = {}, .enabled = true};
  l.least.value = static_cast<std::uint8_t>(config_.least);
  l.most.value = static_cast<std::uint8_t>(config_.most);
  l.initial.value = launched_ ? state_.shown().payload.d.value : static_cast<std::uint8_t>(config_.initial);
  launch_.write({l, true});
  launched_ = true;
  launching_ = 2;
}

void SimilarityLevel::begin_cycle() {
  if (launching_ != 0 && --launching_ == 0) launch_.write({});
}

void SimilarityLevel::end_cycle() {
  if (found_ != shown_) {
    Level<NewSimilar> pins;
    pins.payload.found.value = static_cast<std::uint8_t>((1u << found_) - 1);
    similar_.write(pins);
  }
  shown_ = found_;
  found_ = 0;
}

}  // namespace heddle
