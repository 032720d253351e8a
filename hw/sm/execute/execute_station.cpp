// SPDX-License-Identifier: Apache-2.0
#include "hw/sm/execute/execute_station.hpp"

#include <algorithm>
#include <bit>

#include "hw/sm/shared_memory/bank_passes.hpp"

namespace heddle {

ExecuteStation::ExecuteStation(const SmConfig& config, WarpTable& warps, OperandCollectors& collectors,
                               const SmHooks& hooks, const SmEvents& events, StatGroup& stats)
    : warps_(warps),
      collectors_(collectors),
      gates_(hooks.dispatch_gates()),
      events_(events),
      kinds_{Kind{ptx::Unit::sp, "SP", {config.sp_units, config.operations, stats.group("sp")}},
             Kind{ptx::Unit::sfu, "SFU", {config.sfu_units, config.operations, stats.group("sfu")}},
             Kind{ptx::Unit::dp, "DP", {config.dp_units, config.operations, stats.group("dp")}}},
      banks_(config.load_store.shared_banks) {
  if (config.scalar_units != 0)
    kinds_.push_back(
        {ptx::Unit::scalar, "scalar", {config.scalar_units, config.operations, stats.group("scalar")}});
  if (config.load_store.line_units != 0) {
    OperationConfig times = config.operations;
    times.integer.add = {config.load_store.line_latency, 1};
    kinds_.push_back({ptx::Unit::line, "line", {config.load_store.line_units, times, stats.group("line")}});
    line_accesses_ = &stats.group("line").counter("line_accesses", "warp instructions",
                                                  "of these, accesses to the line of their context");
    table_passes_ = &stats.group("line").counter(
        "table_passes", "passes", "over the banks of shared memory, by accesses to tables that lie there");
  }
  StatGroup& lanes = stats.group("lane_operations");
  const auto count = [&](const char* counter, const char* description, auto... operations) {
    Counter& c = lanes.counter(counter, "lane operations", description);
    ((lane_operations_[static_cast<unsigned>(operations)] = &c), ...);
  };
  using enum ptx::Operation;
  count("integer", "integer additions, comparisons, logic, moves", int_add, int_max);
  count("integer_multiply", "integer multiplications, multiply-adds and divisions", int_mul, int_mad,
        int_div);
  count("float", "on floats of up to 32 bits", fp_add, fp_max, fp_mul, fp_mad, fp_div);
  count("double", "on 64-bit floats", dp_add, dp_max, dp_mul, dp_mad, dp_div);
  count("special", "special functions", special);
}

void ExecuteStation::dispatch(ptx::Unit unit, Cycle now) {
  Kind& kind = *std::find_if(kinds_.begin(), kinds_.end(), [unit](const Kind& k) { return k.unit == unit; });
  for (unsigned k = 0; k < kind.pipelines.count(); ++k) {
    InFlight* f = collectors_.oldest(unit);
    std::uint32_t free = f != nullptr ? kind.pipelines.free(now) : 0;
    if (free == 0) return;
    for (DispatchGate* gate : gates_) free &= gate->open(unit, *f, free);
    if (free == 0) return;
    const auto pipeline = static_cast<unsigned>(std::countr_zero(free));
    collectors_.remove(*f);
    ptx::WarpContext& context = warps_[f->warp].context;
    context.cycle = &f->issued;
    unsigned further = 0;
    if (unit == ptx::Unit::line) {
      further = prepare_line_access(*f);
    } else {
      *lane_operations_[static_cast<unsigned>(f->instruction->operation)] +=
          static_cast<unsigned>(std::popcount(f->lanes.executed));
    }
    const Cycle cycles = kind.pipelines.dispatch(pipeline, *f, context, now, further);
    events_.notify(&SmObserver::dispatched, kind.name, pipeline, *f, cycles);
  }
}

unsigned ExecuteStation::prepare_line_access(InFlight& f) {
  f.operands.line = f.context->line;
  f.operands.tables = f.context->tables;
  const auto& memory = f.instruction->memory;
  if (memory.space == ptx::Space::line) ++*line_accesses_;
  if (memory.space == ptx::Space::line || f.lanes.executed == 0) return 0;
  ptx::effective_addresses(*f.instruction, f.operands, f.addresses);
  const unsigned passes =
      bank_passes(f.addresses, f.lanes.executed, unsigned{memory.width} * memory.elements, banks_);
  *table_passes_ += passes;
  return passes - 1;
}

void ExecuteStation::announce(Cycle now) {
  if (gates_.empty()) return;
  for (const Kind& kind : kinds_) {
    std::uint32_t free = kind.pipelines.free(now + 1);
    std::uint64_t from = 0;
    for (; free != 0; free &= free - 1) {
      const InFlight* f = collectors_.oldest(kind.unit, from);
      if (f == nullptr) break;
      from = f->sequence + 1;
      for (DispatchGate* gate : gates_)
        gate->expect(kind.unit, static_cast<unsigned>(std::countr_zero(free)), *f);
    }
  }
}

}  // namespace heddle
