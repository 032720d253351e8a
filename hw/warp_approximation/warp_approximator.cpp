#include "hw/warp_approximation/warp_approximator.hpp"

#include "hw/sm/launch.hpp"
#include "hw/warp_approximation/approximation_stats.hpp"

namespace heddle {

WarpApproximator::WarpApproximator(sc_core::sc_module_name name, const WarpApproximationConfig& config,
                                   const SmTechniqueParts& parts)
    : sc_module(name),
      scalar_execution_(config.scalar_execution),
      table_(parts),
      level_(config, parts),
      registers_(table_, config.scalar_file, parts),
      comparison_(config, table_, level_, registers_, parts),
      paths_(config, table_, parts),
      regions_(table_, level_, approximation_stats(parts)),
      marked_(approximation_stats(parts).counter("approximable_instructions", "warp instructions",
                                                 "that may be approximated")),
      representative_(approximation_stats(parts).counter("representative_instructions", "warp instructions",
                                                         "of these, executed by one lane")),
      scalar_(approximation_stats(parts).counter(
          "scalar_instructions", "warp instructions",
          "that stay exact, executed by one lane, because their sources are equal in all lanes")) {
  approximation_stats(parts).counter("logic", "SMs", "that have the logic of warp approximation") += 1;
  approximation_stats(parts).counter("controllers", "SMs", "that move the level of similarity") +=
      level_.controlled();
  if (level_.controlled())
    levels_ = &approximation_stats(parts).counter("levels", "bits",
                                                  "sum of d over the instructions that may be approximated");
}

void WarpApproximator::attach(SmHooks& hooks, const SmStations& stations) {
  hooks.hold(static_cast<EncodingLayer&>(registers_));
  hooks.inject_moves();  // a scalar of which some lanes are written is expanded first (section 3.1.3)
  if (level_.controlled()) hooks.hold(static_cast<ValueSetting&>(*this));
  hooks.hold(static_cast<LaneSelector&>(*this));
  hooks.add(static_cast<CollectorGate&>(*this));
  hooks.add_ahead(comparison_);
  hooks.add(static_cast<InstructionSource&>(paths_));
  hooks.add(static_cast<IssueGate&>(paths_));
  hooks.add(static_cast<SmObserver&>(*this));
  hooks.add(static_cast<SmObserver&>(regions_));
  warps_ = &stations.warps;
  registers_.attach(stations, paths_);
  comparison_.attach(paths_);
  paths_.attach(stations);
}

void WarpApproximator::begin(const Launch& launch, const KernelPlan* own) {
  plan_ = static_cast<const ApproximatedKernel*>(own);
  kernel_ = launch.kernel;
  level_.begin();
  regions_.begin(plan_->plan, *kernel_);
  paths_.begin(kernel_->registers);
}

void WarpApproximator::warp_begins(unsigned, unsigned warp, unsigned, unsigned, Cycle) {
  paths_.warp_begins(warp, (*warps_)[warp].program.lanes);
}

std::uint8_t WarpApproximator::setting(const InFlight& f) { return level_.of(code_of(f)); }

/// All sources must be similar in all lanes of the path: at the instruction's own level, where it may be
/// approximated; else they must be equal.
Lanes WarpApproximator::select(const InFlight& f) {
  Lanes lanes = f.lanes;
  if (f.injected()) return lanes;
  const InstructionApproximation& code = code_of(f);
  const bool approximable = code.is == Approximation::approximable;
  const unsigned level = approximable ? level_of(f, code) : 0;
  if (approximable) {
    ++marked_;
    if (levels_ != nullptr) *levels_ += level;
  } else if (!scalar_execution_ || !code.uniform) {
    return lanes;
  }
  const unsigned path = table_.path_of(f.warp, lanes.active);
  if (lanes.active != table_.lanes(f.warp, path)) return lanes;
  if (!table_.similar_sources(f.warp, *f.instruction, path, level)) return lanes;
  ++(approximable ? representative_ : scalar_);
  lanes.read = lanes.executed = table_.representative_mask(f.warp, path);
  lanes.broadcast = static_cast<std::int8_t>(table_.representative(f.warp, path));
  return lanes;
}

void WarpApproximator::entered(const InFlight& f) {
  if (f.injected()) return;
  const InstructionApproximation& code = code_of(f);
  comparison_.expect(f, code, level_of(f, code));
}

void WarpApproximator::collected(unsigned, const InFlight& f, Cycle) {
  if (f.lanes.broadcast >= 0 && !f.injected()) comparison_.operands(f);
}

void WarpApproximator::begin_cycle() {
  table_.begin_cycle();
  level_.begin_cycle();
  registers_.begin_cycle();
  comparison_.begin_cycle();
  paths_.begin_cycle();
}

void WarpApproximator::end_cycle() {
  table_.end_cycle();
  level_.end_cycle();
}

bool WarpApproximator::busy() const {
  return table_.busy() || level_.busy() || registers_.busy() || comparison_.busy() || paths_.busy();
}

}  // namespace heddle
