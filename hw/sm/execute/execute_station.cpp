#include "hw/sm/execute/execute_station.hpp"

#include <bit>

namespace heddle {

ExecuteStation::ExecuteStation(const SmConfig& config, WarpTable& warps, OperandCollectors& collectors,
                               const SmEvents& events, StatGroup& stats)
    : warps_(warps),
      collectors_(collectors),
      events_(events),
      sp_(config.sp_units, config.operations, stats.group("sp")),
      sfu_(config.sfu_units, config.operations, stats.group("sfu")),
      dp_(config.dp_units, config.operations, stats.group("dp")),
      pipelines_{Kind{ptx::Unit::sp, "SP", &sp_}, Kind{ptx::Unit::sfu, "SFU", &sfu_},
                 Kind{ptx::Unit::dp, "DP", &dp_}} {
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
  const Kind& kind = unit == ptx::Unit::sp    ? pipelines_[0]
                     : unit == ptx::Unit::sfu ? pipelines_[1]
                                              : pipelines_[2];
  for (unsigned k = 0; k < kind.pipelines->count(); ++k) {
    InFlight* f = collectors_.oldest(unit);
    if (f == nullptr || !kind.pipelines->accepts(now)) return;
    collectors_.remove(*f);
    ptx::WarpContext& context = warps_[f->warp].context;
    context.cycle = &f->issued;
    const auto taken = kind.pipelines->dispatch(*f, context, now);
    *lane_operations_[static_cast<unsigned>(f->instruction->operation)] +=
        static_cast<unsigned>(std::popcount(f->mask));
    events_.tell(&SmObserver::dispatched, kind.name, taken.pipeline, *f, taken.cycles);
  }
}

}  // namespace heddle
