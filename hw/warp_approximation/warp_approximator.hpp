// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>

#include "hw/sm/hooks/sm_hooks.hpp"
#include "hw/warp_approximation/approximated_kernel.hpp"
#include "hw/warp_approximation/comparison_stage.hpp"
#include "hw/warp_approximation/lane_decisions.hpp"
#include "hw/warp_approximation/path_control.hpp"
#include "hw/warp_approximation/region_statistics.hpp"
#include "hw/warp_approximation/scalar_registers.hpp"
#include "hw/warp_approximation/similarity_level.hpp"

namespace heddle {

/// Warp Approximation (Wong2016) in one SM: results are compared on their way to the banks, similar ones are
/// stored as scalars, and instructions whose sources are all similar are executed by one lane.
class WarpApproximator final : public sc_core::sc_module,
                               public SmTechnique,
                               public ValueSetting,
                               public LaneSelector,
                               public SmObserver {
 public:
  WarpApproximator(sc_core::sc_module_name name, const WarpApproximationConfig& config,
                   const SmTechniqueParts& parts);

  void attach(SmHooks& hooks, const SmStations& stations) override;
  void begin(const Launch& launch, const KernelPlan* own) override;
  void begin_cycle() override;
  void end_cycle() override;
  bool busy() const override;

  // ValueSetting: d, where it moves at run time (section 6.1).
  std::uint8_t setting(const InFlight& f) override;

  // LaneSelector: representative execution (section 3.1.2).
  bool ask(const InFlight& f) override;
  Lanes select(const InFlight& f) override;

  // SmObserver.
  void warp_begins(unsigned sm, unsigned warp, unsigned cta_slot, unsigned index, Cycle now) override;
  void split(unsigned, unsigned warp, LaneMask, LaneMask, Cycle) override { paths_.lanes_change(warp); }
  void joined(unsigned, unsigned warp, LaneMask, Cycle) override { paths_.lanes_change(warp); }
  void exited(unsigned, unsigned warp, LaneMask, Cycle) override { paths_.lanes_change(warp); }
  void collected(unsigned sm, const InFlight& f, Cycle now) override;

 private:
  void decided_for(const InFlight& f, const DecidedLanes& decided);
  const InstructionApproximation& code_of(const InFlight& f) const {
    return plan_->plan.code[static_cast<std::size_t>(f.instruction - kernel_->code.data())];
  }

  /// d of an instruction that has entered its collector.
  std::uint8_t level_of(const InFlight& f, const InstructionApproximation& code) const {
    return level_.controlled() ? f.setting : code.level;
  }

  const bool scalar_execution_;
  SimilarityTable table_;
  SimilarityLevel level_;
  LaneDecisions decisions_;
  ScalarRegisters registers_;
  ComparisonStage comparison_;
  PathControl paths_;
  RegionStatistics regions_;
  WarpTable* warps_ = nullptr;
  const ApproximatedKernel* plan_ = nullptr;
  const ptx::Kernel* kernel_ = nullptr;
  Counter &marked_, &representative_, &scalar_;
  Counter* levels_ = nullptr;  ///< with the closed loop
};

}  // namespace heddle
