// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <bit>
#include <string>
#include <utility>
#include <vector>

#include "hw/sim/clock_domain.hpp"
#include "hw/sm/execute/broadcast.hpp"
#include "hw/sm/types/in_flight.hpp"
#include "hw/sm/types/operation_config.hpp"
#include "models/base/statistics.hpp"

namespace heddle {

/// Parallel pipelines of one unit (SP, SFU, DP). An instruction computes on its operands when it is
/// dispatched; its results leave after the latency of its operation, one register a cycle, when they get a
/// result bus. A pipeline with a result that waits takes no instruction. Of two results that are due at once,
/// the one dispatched first leaves first.
class ExecutionPipelines {
 public:
  ExecutionPipelines(unsigned units, const OperationConfig& operations, StatGroup& stats)
      : times_(operations.table()),
        pipelines_(units),
        dispatched_(
            stats.counter("dispatched", "warp instructions", "instructions that these pipelines executed")) {
    for (Pipeline& p : pipelines_) p.stages.reserve(32);
  }

  unsigned count() const { return static_cast<unsigned>(pipelines_.size()); }
  /// The pipelines that take an instruction in this cycle, a bit each.
  std::uint32_t free(Cycle now) const {
    std::uint32_t all = 0;
    for (unsigned k = 0; k < pipelines_.size(); ++k) all |= std::uint32_t{pipelines_[k].free(now)} << k;
    return all;
  }

  /// Dispatches an instruction into a free pipeline, which it takes `further` times more than another.
  /// Returns for how many cycles that takes no other.
  Cycle dispatch(unsigned pipeline, InFlight& f, const ptx::WarpContext& context, Cycle now,
                 unsigned further = 0) {
    Pipeline& p = pipelines_[pipeline];
    const OperationTime& time = times_[static_cast<unsigned>(f.instruction->operation)];
    ptx::execute(*f.instruction, context, f.lanes.executed, f.operands, f.context->code);
    if (f.lanes.broadcast >= 0) broadcast_result(f);
    const Cycle interval = Cycle{1 + further} * time.interval;
    p.free_at = now + interval;
    const Cycle due = now + time.latency + interval - time.interval;
    auto at = p.stages.end();
    while (at != p.stages.begin() && (at - 1)->first <= due) --at;
    p.stages.insert(at, {due, &f});
    next_ = std::min(next_, due);
    ++dispatched_;
    return interval;
  }

  /// Pipelines with a result that may leave, a bit each.
  std::uint32_t finished(Cycle now) const {
    if (next_ > now) return 0;
    std::uint32_t all = 0;
    for (unsigned k = 0; k < pipelines_.size(); ++k) all |= std::uint32_t{pipelines_[k].finished(now)} << k;
    return all;
  }
  /// The instruction whose result leaves first.
  InFlight& front(unsigned pipeline) { return *pipelines_[pipeline].stages.back().second; }
  /// Removes that instruction: all its results have left.
  void pop(unsigned pipeline) {
    pipelines_[pipeline].stages.pop_back();
    next_ = never;
    for (const Pipeline& p : pipelines_)
      if (!p.stages.empty()) next_ = std::min(next_, p.stages.back().first);
  }

  /// The first cycle at which a result may leave.
  Cycle next() const { return next_; }

 private:
  struct Pipeline {
    Cycle free_at = 0;
    std::vector<std::pair<Cycle, InFlight*>> stages;  ///< the first to leave is at the back
    bool finished(Cycle now) const { return !stages.empty() && stages.back().first <= now; }
    bool free(Cycle now) const { return free_at <= now && (stages.empty() || stages.back().first >= now); }
  };

  const std::array<OperationTime, ptx::operations> times_;
  std::vector<Pipeline> pipelines_;
  Cycle next_ = never;
  Counter& dispatched_;
};

}  // namespace heddle
