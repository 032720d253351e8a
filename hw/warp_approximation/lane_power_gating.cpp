// SPDX-License-Identifier: Apache-2.0
#include "hw/warp_approximation/lane_power_gating.hpp"

#include <fmt/format.h>

#include <bit>

#include "hw/sm/hooks/technique.hpp"
#include "hw/sm/types/sm_config.hpp"
#include "models/base/config.hpp"
#include "models/base/error.hpp"

namespace heddle {

namespace {

unsigned count(LaneMask lanes) { return static_cast<unsigned>(std::popcount(lanes)); }

StatGroup& lane_power_stats(const SmTechniqueParts& parts) {
  return parts.stats.group("sp").group("lane_power");
}

}  // namespace

LanePowerGating::Pipeline::Pipeline(unsigned number, const LanePowerGateConfig& config,
                                    const SmTechniqueParts& parts)
    : demand(fmt::format("lane_power_gate_{}_demand", number).c_str()),
      power(fmt::format("lane_power_gate_{}_power", number).c_str()),
      block(make_block<LanePowerGate>(fmt::format("lane_power_gate_{}", number).c_str(), config,
                                      parts.blocks)) {
  block->io.clk(parts.clock);
  block->io.rst_n(parts.rst_n);
  block->io.demand.port(demand);
  block->io.power.port(power);
}

LaneMask LanePowerGating::Pipeline::busy() const {
  LaneMask lanes = 0;
  for (const auto& [f, executed] : inside) lanes |= executed;
  return lanes;
}

LanePowerGating::LanePowerGating(sc_core::sc_module_name name, const LanePowerGatingConfig& config,
                                 const SmTechniqueParts& parts)
    : sc_module(name),
      break_even_(config.break_even),
      waited_for_(parts.config.collectors.units),
      lane_cycles_(lane_power_stats(parts).counter("lane_cycles", "lane cycles",
                                                   "of all lanes of the SP pipelines, on or off")),
      on_(lane_power_stats(parts).counter("on_lane_cycles", "lane cycles", "of lanes that were on")),
      gated_(lane_power_stats(parts).counter("gated_lane_cycles", "lane cycles",
                                             "of lanes that were switched off, and did not leak")),
      wake_ups_(lane_power_stats(parts).counter("wake_ups", "lanes", "that were switched on")),
      switching_(lane_power_stats(parts).counter(
          "switching_lane_cycles", "lane cycles",
          "of leakage that switching lanes off and on took: the break-even time of each wake-up")),
      waiting_(lane_power_stats(parts).counter("waiting_instructions", "warp instructions",
                                               "that waited for lanes to wake")),
      waits_(lane_power_stats(parts).counter("wake_up_stalls", "cycles",
                                             "in which the oldest instruction waited for lanes to wake")) {
  for (unsigned k = 0; k < parts.config.sp_units; ++k) pipelines_.emplace_back(k, config.gate(), parts);
  StatGroup& stats = lane_power_stats(parts);
  stats.ratio("gated_share", "", "gated lane cycles in all lane cycles", gated_, lane_cycles_);
  stats.formula("net_gated_share", "",
                "the same, less the break-even time of each wake-up: the leakage that is saved",
                [&gated = gated_, &switching = switching_, &all = lane_cycles_] {
                  return (static_cast<double>(gated.value()) - static_cast<double>(switching.value())) /
                         static_cast<double>(all.value());
                });
}

void LanePowerGating::attach(SmHooks& hooks, const SmStations& stations) {
  hooks.add(static_cast<DispatchGate&>(*this));
  hooks.add(static_cast<SmObserver&>(*this));
  for (Pipeline& p : pipelines_) p.power.add_reader(stations.sm);
}

void LanePowerGating::begin_cycle() {
  for (Pipeline& p : pipelines_) {
    const LanePower& power = p.power.shown().payload;
    if (const LaneMask lost = p.busy() & ~power.on; lost != 0)
      throw Error({.place = p.block->name(),
                   .what = "lanes are not on while an instruction executes in them",
                   .value = fmt::format("{:#x}", lost),
                   .legal = "lanes that execute stay on"});
    const auto woken = count(p.seen.gated & ~power.gated);
    wake_ups_ += woken;
    switching_ += woken * break_even_;
    p.seen = power;
    p.wanted = 0;
  }
}

void LanePowerGating::expect(ptx::Unit unit, unsigned pipeline, const InFlight& f) {
  if (unit == ptx::Unit::sp) pipelines_[pipeline].wanted |= f.lanes.executed;
}

/// A lane that is on and idle could be switched off at this edge; one whose demand the block sees now stays.
std::uint32_t LanePowerGating::open(ptx::Unit unit, const InFlight& f, std::uint32_t free) {
  if (unit != ptx::Unit::sp) return free;
  std::uint32_t awake = 0;
  for (std::uint32_t rest = free; rest != 0; rest &= rest - 1) {
    const auto k = static_cast<unsigned>(std::countr_zero(rest));
    const LaneDemand& demand = pipelines_[k].demand.shown().payload;
    const LaneMask stay_on = pipelines_[k].seen.on & (demand.wanted | demand.busy);
    if ((f.lanes.executed & ~stay_on) == 0) awake |= 1u << k;
  }
  if (awake != 0) return awake;
  ++waits_;
  if (std::uint64_t& last = waited_for_.at(f.collector); last != f.sequence + 1) {
    last = f.sequence + 1;
    ++waiting_;
  }
  return 0;
}

void LanePowerGating::dispatched(unsigned, const char*, unsigned number, const InFlight& f, Cycle, Cycle) {
  if (f.unit == ptx::Unit::sp) pipelines_[number].inside.emplace_back(&f, f.lanes.executed);
}

void LanePowerGating::finished(unsigned, const InFlight& f, Cycle) {
  if (f.unit != ptx::Unit::sp) return;
  for (Pipeline& p : pipelines_)
    std::erase_if(p.inside, [&](const auto& entry) { return entry.first == &f; });
}

void LanePowerGating::end_cycle() {
  for (Pipeline& p : pipelines_) p.demand.write({{.wanted = p.wanted, .busy = p.busy()}});
}

void LanePowerGating::credit(Cycle elapsed) {
  for (const Pipeline& p : pipelines_) {
    lane_cycles_ += elapsed * warp_size;
    on_ += elapsed * count(p.seen.on);
    gated_ += elapsed * count(p.seen.gated);
  }
}

namespace {

class LanePowerGatingTechnique final : public Technique {
 public:
  explicit LanePowerGatingTechnique(const LanePowerGatingConfig& config) : config_(config) {}

  std::vector<Hook> hooks() const override { return {Hook::dispatch_gate, Hook::observer}; }
  bool shares_among_sms() const override { return false; }
  std::unique_ptr<SmTechnique> make(const SmTechniqueParts& parts) const override {
    return std::make_unique<LanePowerGating>(sc_core::sc_gen_unique_name("lane_power_gating"), config_,
                                             parts);
  }
  std::vector<EnergyTerm> energy_terms(const GpuCosts& costs, const EnergyMachine& m) const override {
    const double lane_pj = sp_lane_leakage_mw(costs, m) * m.core_ns;
    return {{"cores",
             "gated_lanes",
             "leakage that gated SP lanes save",
             -lane_pj,
             {"sm_total.sp.lane_power.gated_lane_cycles"},
             true},
            {"cores",
             "switched_lanes",
             "of switching SP lanes off and on",
             lane_pj,
             {"sm_total.sp.lane_power.switching_lane_cycles"},
             true}};
  }
  std::vector<ReportLine> report(const Statistic& of) const override {
    const auto own = [&](const char* counter) {
      return of(fmt::format("sm_total.sp.lane_power.{}", counter));
    };
    return {{"SP lanes off",
             fmt::format("{:.1f} % of the lane cycles; {:.0f} lanes switched on, {:.0f} cycles in which "
                         "the oldest instruction waited for them",
                         100 * own("gated_lane_cycles") / own("lane_cycles"), own("wake_ups"),
                         own("wake_up_stalls"))}};
  }

 private:
  const LanePowerGatingConfig config_;
};

const Registration<TechniqueEntry> lane_power_gating_registration{
    TechniqueEntry{"lane_power_gating", "SP lanes that nobody uses are switched off (Wong2016 section 5.7)",
                   describe<LanePowerGatingConfig>("lane_power_gating"),
                   [](const ConfigTree& tree) -> std::shared_ptr<const Technique> {
                     return std::make_shared<LanePowerGatingTechnique>(
                         resolve<LanePowerGatingConfig>(tree, "lane_power_gating"));
                   }}};

}  // namespace
}  // namespace heddle
