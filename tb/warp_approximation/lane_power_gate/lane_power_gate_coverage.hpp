// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "hw/warp_approximation/lane_power_gate/lane_power_gate.hpp"
#include "tb/cosim/coverage/block_coverage.hpp"

namespace heddle {

/// Which turns the power of the lanes took, and what was asked of them at the edges that decide. Idle edges
/// are counted from the pins.
class LanePowerGateCoverage final : public TypedCoverage<Level<LaneDemand>, Level<LanePower>> {
 public:
  explicit LanePowerGateCoverage(const LanePowerGateConfig& config);

 private:
  void see(const Level<LaneDemand>& in, const Level<LanePower>& out, bool rst_n) override;
  void see_power(const LanePower& power, LaneMask wanted);
  void see_last_idle_edge(LaneMask last, const LaneDemand& demand);
  LaneMask count_idle(LaneMask idle);

  LanePowerGateConfig config_;
  LanePower before_{0, all_lanes};
  LaneMask used_ = 0;                           // since they are on
  std::array<std::uint8_t, warp_size> idle_{};  // edges in a row
  std::uint64_t impossible_ = 0;                // counts what the parameters exclude

  std::vector<std::uint64_t*> on_, gated_;
  std::uint64_t &all_on_, &all_gated_, &one_on_, &all_states_, &wanted_again_, &woken_in_vain_;
  std::uint64_t &given_up_, &kept_by_wanted_, &kept_by_busy_, &gated_at_last_;
  std::uint64_t &busy_gated_, &busy_waking_, &reset_on_, &reset_waking_, &reset_idle_;
};

}  // namespace heddle
