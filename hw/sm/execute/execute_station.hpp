#pragma once

#include <array>

#include "hw/sm/execute/execution_pipelines.hpp"
#include "hw/sm/registers/operand_collectors.hpp"

namespace heddle {

/// The execution units: pipelines of three kinds (SP, SFU, DP), which take complete instructions from the
/// operand collectors.
class ExecuteStation {
 public:
  ExecuteStation(const SmConfig& config, WarpTable& warps, OperandCollectors& collectors,
                 const SmHooks& hooks, const SmEvents& events, StatGroup& stats);

  /// The pipelines of a unit take as many instructions as they can.
  void dispatch(ptx::Unit unit, Cycle now);
  /// At the end of a cycle: announces to the dispatch gates what could be dispatched in the next one.
  void announce(Cycle now);

  static constexpr unsigned kinds = 3;
  /// In the order in which results are numbered.
  ExecutionPipelines& pipelines(unsigned kind) { return kinds_[kind].pipelines; }
  Cycle next() const {
    return std::min({kinds_[0].pipelines.next(), kinds_[1].pipelines.next(), kinds_[2].pipelines.next()});
  }

 private:
  struct Kind {
    ptx::Unit unit;
    const char* name;
    ExecutionPipelines pipelines;
  };

  WarpTable& warps_;
  OperandCollectors& collectors_;
  const std::vector<DispatchGate*>& gates_;
  const SmEvents& events_;
  std::array<Kind, kinds> kinds_;
  std::array<Counter*, ptx::operations> lane_operations_{};
};

}  // namespace heddle
