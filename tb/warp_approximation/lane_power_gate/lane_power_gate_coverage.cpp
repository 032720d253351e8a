// SPDX-License-Identifier: Apache-2.0
#include "tb/warp_approximation/lane_power_gate/lane_power_gate_coverage.hpp"

#include <bit>

namespace heddle {
namespace {

const Arises against_protocol = bench_only("breaks the protocol on purpose");
const Arises never_let_go =
    never_in_system("an instruction wants its lanes until it is dispatched, and that keeps them busy");

const Arises went_elsewhere = by_chance("an instruction may go to another pipeline whose lanes are on first");

}  // namespace

LanePowerGateCoverage::LanePowerGateCoverage(const LanePowerGateConfig& config)
    : config_(config),
      on_(coverage.points("lane {} on", 0, warp_size - 1)),
      gated_(coverage.points("lane {} gated again", 0, warp_size - 1)),
      all_on_(coverage.point("all lanes on")),
      all_gated_(coverage.point("all lanes gated")),
      one_on_(coverage.point("one lane alone on")),
      all_states_(config.wake_up != 0 ? coverage.point("lanes gated, waking and on at once") : impossible_),
      wanted_again_(coverage.point("wanted in the cycle in which it is gated")),
      woken_in_vain_(coverage.point("gated again without having been wanted or busy", went_elsewhere)),
      given_up_(config.wake_up != 0 ? coverage.point("not wanted any more while waking", went_elsewhere)
                                    : impossible_),
      kept_by_wanted_(config.idle_detect > 1 ? coverage.point("wanted at what would be its last idle edge")
                                             : impossible_),
      kept_by_busy_(config.idle_detect > 1
                        ? coverage.point("busy alone at what would be its last idle edge", never_let_go)
                        : impossible_),
      gated_at_last_(coverage.point("idle at its last idle edge")),
      busy_gated_(coverage.point("busy while gated (against the protocol)", against_protocol)),
      busy_waking_(config.wake_up != 0
                       ? coverage.point("busy while waking (against the protocol)", against_protocol)
                       : impossible_),
      reset_on_(coverage.point("reset while on", only_a_bench_resets())),
      reset_waking_(config.wake_up != 0 ? coverage.point("reset while waking", only_a_bench_resets())
                                        : impossible_),
      reset_idle_(config.idle_detect > 1
                      ? coverage.point("reset while idle edges are counted", only_a_bench_resets())
                      : impossible_) {}

void LanePowerGateCoverage::see_power(const LanePower& power, LaneMask wanted) {
  const LaneMask rises = power.on & ~before_.on, falls = power.gated & before_.on;
  for (LaneMask rest = rises; rest != 0; rest &= rest - 1)
    ++*on_[static_cast<unsigned>(std::countr_zero(rest))];
  for (LaneMask rest = falls; rest != 0; rest &= rest - 1)
    ++*gated_[static_cast<unsigned>(std::countr_zero(rest))];
  const LaneMask waking = ~power.on & ~power.gated;
  all_on_ += power.on == all_lanes;
  all_gated_ += power.gated == all_lanes;
  one_on_ += std::has_single_bit(power.on) && waking == 0;
  all_states_ += power.on != 0 && power.gated != 0 && waking != 0;
  wanted_again_ += (falls & wanted) != 0;
  woken_in_vain_ += (falls & ~used_) != 0;
  given_up_ += (waking & ~wanted) != 0;
}

void LanePowerGateCoverage::see_last_idle_edge(LaneMask last, const LaneDemand& demand) {
  kept_by_wanted_ += (last & demand.wanted) != 0;
  kept_by_busy_ += (last & demand.busy & ~demand.wanted) != 0;
  gated_at_last_ += (last & ~demand.wanted & ~demand.busy) != 0;
}

/// Counts the edge for each lane; returns the lanes that this one gates if they are idle.
LaneMask LanePowerGateCoverage::count_idle(LaneMask idle) {
  LaneMask last = 0;
  for (unsigned i = 0; i < warp_size; ++i) {
    last |= LaneMask{idle_[i] + 1u == config_.idle_detect} << i;
    idle_[i] = (idle >> i & 1) != 0 ? static_cast<std::uint8_t>(idle_[i] + 1) : std::uint8_t{0};
  }
  return last;
}

void LanePowerGateCoverage::see(const Level<LaneDemand>& in, const Level<LanePower>& out, bool rst_n) {
  const LaneDemand& demand = in.payload;
  const LanePower& power = out.payload;
  if (!rst_n) {
    reset_on_ += before_.on != 0;
    reset_waking_ += (~before_.on & ~before_.gated) != 0;
    for (const std::uint8_t edges : idle_) reset_idle_ += edges != 0;
    before_ = {0, all_lanes};
    used_ = 0;
    idle_ = {};
    return;
  }
  see_power(power, demand.wanted);
  see_last_idle_edge(count_idle(power.on & ~demand.wanted & ~demand.busy) & power.on, demand);
  used_ = (used_ & power.on) | (power.on & (demand.wanted | demand.busy));
  busy_gated_ += (demand.busy & power.gated) != 0;
  busy_waking_ += (demand.busy & ~power.on & ~power.gated) != 0;
  before_ = power;
}

}  // namespace heddle
