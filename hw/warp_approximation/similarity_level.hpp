// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <memory>

#include "hw/sm/hooks/sm_technique.hpp"
#include "hw/warp_approximation/similarity_controller/similarity_controller.hpp"
#include "hw/warp_approximation/warp_approximation.hpp"
#include "models/warp_approximation/approximation_plan.hpp"

namespace heddle {

/// The level d at which an SM compares at present: that of the instruction, and with the closed loop
/// (Wong2016 section 6.1) at most what its similarity_controller says. Each SM has a controller of its own,
/// which goes on over launches with the d that it has reached.
class SimilarityLevel {
 public:
  SimilarityLevel(const WarpApproximationConfig& config, const SmTechniqueParts& parts);

  bool controlled() const { return controller_ != nullptr; }
  /// Of an instruction that comes now.
  std::uint8_t of(const InstructionApproximation& code) const {
    return controlled() ? std::min(code.level, state_.shown().payload.d.value) : code.level;
  }

  void begin();  ///< of a launch
  void begin_cycle();
  void end_cycle();
  bool busy() const { return launching_ != 0 || shown_ != 0 || found_ != 0; }
  /// A result is similar, though not all sources of its instruction were: at most one a comparator and cycle.
  void found_new() {
    if (controlled()) ++found_;
  }

 private:
  const ClosedLoopConfig config_;
  std::unique_ptr<BlockWith<SimilarityControllerPins>> controller_;  ///< null: d does not move
  Wire<Beat<SimilarityLaunch>> launch_;
  Wire<Level<NewSimilar>> similar_;
  Wire<Level<SimilarityState>> state_;
  bool launched_ = false;           ///< once at least
  unsigned launching_ = 0;          ///< 2 in the cycle of a launch, 1 while its pins show it
  unsigned found_ = 0, shown_ = 0;  ///< new similar results: of this cycle, at the controller's pins
};

}  // namespace heddle
