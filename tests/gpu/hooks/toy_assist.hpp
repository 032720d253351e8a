#pragma once

#include <functional>
#include <string>
#include <vector>

#include "hw/memory/line/line_executor.hpp"
#include "hw/sm/hooks/kernel_plan.hpp"
#include "tests/gpu/checked_workload.hpp"
#include "tests/memory/toy_edges.hpp"

namespace heddle {

/// Registers of a warp beside those of its program, for an instruction source's own code.
struct AssistPlan final : KernelPlan {
  AssistPlan(unsigned wanted, unsigned from) : offset(from) { registers = wanted; }
  const unsigned offset;  ///< of the first of them, behind those of the program
};

/// An edge whose lines are made by the code that `Warps`, an instruction source, has the SM execute: one line
/// at a time.
template <class Warps>
class AssistExecutor final : public LineExecutor {
 public:
  explicit AssistExecutor(Warps& warps) : warps_(warps) {}
  bool start(LineJob& job) override { return warps_.start(job); }
  bool done(LineJob& job) override { return job.end_fs != 0; }
  /// The SM is awake while the code runs.
  Cycle done_at(const LineJob& job) const override { return job.end_fs != 0 ? 0 : never; }
  Cycle start_at(bool) const override { return warps_.free() ? 0 : never; }

 private:
  Warps& warps_;
};

inline GpuConfig whole_line_machine() {
  GpuConfig config;
  config.sms = 2;
  config.l2 = whole_lines(config.l2);
  return config;
}

/// Runs a small workload on `whole_line_machine`. Returns its mismatches, its cycles, a hash of all
/// statistics, and those counters of SM 0 that `counters` names; of these, 0 without techniques.
inline std::vector<double> timed_run(const std::string& workload, const Techniques& techniques, bool skipping,
                                     const std::vector<std::string>& counters) {
  return in_child(static_cast<unsigned>(3 + counters.size()), [&] {
    GpuConfig config = whole_line_machine();
    config.skip_idle_cycles = skipping;
    StatGroup stats;
    SimulatedGpu gpu(config, techniques, nullptr, stats);
    const WorkloadResult result = Registry<Workload>::instance().find(workload).run(gpu, {.small = true});
    gpu.gpu().settle();
    std::vector<double> found{static_cast<double>(result.mismatches), stats.number("cycles"),
                              static_cast<double>(std::hash<std::string>{}(text_of(stats)) >> 12)};
    for (const std::string& name : counters)
      found.push_back(techniques.empty() ? 0 : stats.number("sm0." + name));
    return found;
  });
}

}  // namespace heddle
