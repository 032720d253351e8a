// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>

#include "hw/sm/execute/execution_pipelines.hpp"
#include "hw/sm/registers/operand_collectors.hpp"

namespace heddle {

/// The execution units: pipelines of several kinds (SP, SFU, DP; scalar ones and the ports of memory lines if
/// there are any), which take complete instructions from the operand collectors.
class ExecuteStation {
 public:
  ExecuteStation(const SmConfig& config, WarpTable& warps, OperandCollectors& collectors,
                 const SmHooks& hooks, const SmEvents& events, StatGroup& stats);

  /// The pipelines of a unit take as many instructions as they can.
  void dispatch(ptx::Unit unit, Cycle now);
  /// At the end of a cycle: announces to the dispatch gates what could be dispatched in the next one.
  void announce(Cycle now);

  unsigned kinds() const { return static_cast<unsigned>(kinds_.size()); }
  /// In the order in which results are numbered.
  ExecutionPipelines& pipelines(unsigned kind) { return kinds_[kind].pipelines; }
  Cycle next() const {
    Cycle next = never;
    for (const Kind& kind : kinds_) next = std::min(next, kind.pipelines.next());
    return next;
  }

 private:
  /// An access to the line of its context, or to tables, which lie in the banks of shared memory. Returns the
  /// passes over these beyond the first.
  unsigned prepare_line_access(InFlight& f);

  struct Kind {
    ptx::Unit unit;
    const char* name;
    ExecutionPipelines pipelines;
  };

  WarpTable& warps_;
  OperandCollectors& collectors_;
  const std::vector<DispatchGate*>& gates_;
  const SmEvents& events_;
  std::vector<Kind> kinds_;
  std::array<Counter*, ptx::operations> lane_operations_{};
  const unsigned banks_;                                        ///< of shared memory
  Counter *line_accesses_ = nullptr, *table_passes_ = nullptr;  ///< null: there are no ports of lines
};

}  // namespace heddle
