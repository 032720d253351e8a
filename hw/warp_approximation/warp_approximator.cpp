// SPDX-License-Identifier: Apache-2.0
#include "hw/warp_approximation/warp_approximator.hpp"

#include "hw/sm/launch/launch.hpp"
#include "hw/warp_approximation/approximation_stats.hpp"

namespace heddle {

WarpApproximator::WarpApproximator(sc_core::sc_module_name name, const WarpApproximationConfig& config,
                                   const SmTechniqueParts& parts)
    : sc_module(name),
      scalar_execution_(config.scalar_execution),
      table_(parts),
      level_(config, parts),
      decisions_(table_, parts),
      registers_(table_, decisions_, config.scalar_file, parts),
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

/// Of what reads or writes registers as the program does: its instructions, and MOVs that expand a scalar.
bool WarpApproximator::ask(const InFlight& f) {
  const bool has_registers = f.reads != 0 || f.instruction->destination_count != 0;
  if (!registers_.decodes(f) || (!has_registers && !computes_by_lane(*f.instruction))) return false;
  LaneDecisions::Question q;
  if (!f.injected()) {
    const InstructionApproximation& code = code_of(f);
    q.level = level_of(f, code);
    q.approximable = code.is == Approximation::approximable;
    q.uniform = scalar_execution_ && code.uniform;
  }
  decisions_.ask(f, q);
  return true;
}

Lanes WarpApproximator::select(const InFlight& f) {
  const DecidedLanes& decided = decisions_.answer(f);
  Lanes lanes = f.lanes;
  lanes.read = decided.read;
  lanes.executed = decided.executed;
  if (decided.one_lane) lanes.broadcast = static_cast<std::int8_t>(decided.representative.value);
  if (!f.injected()) decided_for(f, decided);
  return lanes;
}

/// Counts it, and tells the comparison what to expect of its results.
void WarpApproximator::decided_for(const InFlight& f, const DecidedLanes& decided) {
  const InstructionApproximation& code = code_of(f);
  const std::uint8_t level = level_of(f, code);
  const bool approximable = code.is == Approximation::approximable;
  if (approximable) {
    ++marked_;
    if (levels_ != nullptr) *levels_ += level;
  }
  if (decided.one_lane) ++(approximable ? representative_ : scalar_);
  comparison_.expect(f, code, level, decided);
}

void WarpApproximator::collected(unsigned, const InFlight& f, Cycle) {
  if (f.lanes.broadcast >= 0 && !f.injected()) comparison_.operands(f);
}

void WarpApproximator::begin_cycle() {
  table_.begin_cycle();
  level_.begin_cycle();
  decisions_.begin_cycle();
  registers_.begin_cycle();
  comparison_.begin_cycle();
  paths_.begin_cycle();
}

void WarpApproximator::end_cycle() {
  table_.end_cycle();
  level_.end_cycle();
}

bool WarpApproximator::busy() const {
  return table_.busy() || level_.busy() || decisions_.busy() || registers_.busy() || comparison_.busy() ||
         paths_.busy();
}

}  // namespace heddle
