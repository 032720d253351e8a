// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <bit>
#include <memory>
#include <vector>

#include "tests/gpu/technique_of_test.hpp"

namespace heddle {

/// The errors that the toy technique makes in the controls.
enum class LaneFault { none, takes_all_for_same, executes_another_lane, reads_another_lane };

/// A toy technique with a lane selector: where each source register holds one value in all lanes, one lane is
/// read and executed, and its result is broadcast. It learns the values from the results.
class RepresentativeLane final : public SmTechnique, public LaneSelector, public SmObserver {
 public:
  RepresentativeLane(const SmTechniqueParts& parts, LaneFault fault)
      : fault_(fault),
        selected_(parts.stats.group("toy").counter("representatives", "warp instructions", "of one lane")) {}
  void attach(SmHooks& hooks, const SmStations&) override {
    hooks.hold(static_cast<LaneSelector&>(*this));
    hooks.add(static_cast<SmObserver&>(*this));
  }

  bool ask(const InFlight& f) override { return computes_by_lane(*f.instruction); }
  Lanes select(const InFlight& f) override {
    const ptx::Instruction& i = *f.instruction;
    Lanes lanes = f.lanes;
    bool same = i.predicate_reads == 0;
    for (const ptx::OperandRef& o : i.operand) same &= o.kind != ptx::OperandRef::Kind::special;
    for (unsigned k = 0; k < i.source_count; ++k) same &= same_in_all_lanes(f.sources[k]);
    if (!same && fault_ != LaneFault::takes_all_for_same) return lanes;
    ++selected_;
    const auto first = static_cast<unsigned>(std::countr_zero(lanes.active));
    lanes.broadcast = static_cast<std::int8_t>(first);
    lanes.read = lanes.executed = LaneMask{1} << first;
    if (fault_ == LaneFault::executes_another_lane) lanes.executed = lanes.read = LaneMask{1} << (first ^ 1);
    if (fault_ == LaneFault::reads_another_lane) lanes.read = LaneMask{1} << (first ^ 31);
    return lanes;
  }

  void committed(unsigned, const RegisterWrite& w, const Peek& peek, Cycle) override {
    const WarpRegister held = peek(w.reg);
    if (uniform_.size() <= w.reg) uniform_.resize(w.reg + 1u);
    bool same = true;
    for (unsigned lane = 1; lane < warp_size; ++lane) same &= held[lane] == held[0];
    uniform_[w.reg] = same;
  }

 private:
  bool same_in_all_lanes(RegisterId r) const { return r < uniform_.size() && uniform_[r]; }

  const LaneFault fault_;
  Counter& selected_;
  std::vector<bool> uniform_;
};

inline std::shared_ptr<const Technique> representative(LaneFault fault = LaneFault::none) {
  return technique_of<RepresentativeLane>({Hook::lane_selector, Hook::observer}, fault);
}

}  // namespace heddle
