// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <gtest/gtest.h>

#include <map>
#include <string>
#include <vector>

#include "hw/gpu/simulated_gpu.hpp"
#include "tb/run/platform.hpp"
#include "tb/workloads/workload.hpp"

/// The figures that a micro-kernel measures on the platform, and the terms of the values computed by hand.
namespace heddle::micro {

/// Returns the GPU of `heddle run` with `sms` SMs.
inline GpuConfig machine(unsigned sms = 1, std::vector<std::string> assignments = {}) {
  PlatformOptions options;
  options.assignments = std::move(assignments);
  options.assignments.push_back(fmt::format("sms={}", sms));
  return resolve_platform(options).gpu;
}

/// For rates: all warps of a stretch end together. Under greedy scheduling the oldest warp would run ahead,
/// and the youngest one end alone.
inline const std::vector<std::string> in_turn{"sm.scheduler=lrr"};

/// Returns the figures by name. A process can have only one platform.
inline std::map<std::string, double> figures(const std::string& workload, const GpuConfig& config,
                                             std::vector<std::string> sizes = {}) {
  StatGroup stats;
  SimulatedGpu gpu(config, {}, nullptr, stats);
  const WorkloadResult result =
      Registry<Workload>::instance().find(workload).run(gpu, {.sizes = std::move(sizes)});
  EXPECT_TRUE(result.passed()) << result.first;
  std::map<std::string, double> found;
  for (const Figure& f : result.figures) found[f.name] = f.value;
  return found;
}

// The steps of the SM's pipeline that every instruction takes besides its own latency, a cycle each.
/// Issue and request of the operands; bank arbiter; bank; operand collector.
constexpr double to_dispatch = 1 + 1 + 1 + 1;
/// Result register and write-back buffer; bank arbiter; bank, where the next instruction may find the value.
constexpr double to_register = 1 + 1 + 1;

/// Expects a figure within one cycle or 2 %.
inline void expect_figure(const std::map<std::string, double>& figures, const std::string& name,
                          double expected) {
  ASSERT_TRUE(figures.contains(name)) << name;
  EXPECT_NEAR(figures.at(name), expected, std::max(1.0, 0.02 * expected)) << name;
}
/// Expects a rate within 2 %.
inline void expect_rate(const std::map<std::string, double>& figures, const std::string& name,
                        double expected) {
  ASSERT_TRUE(figures.contains(name)) << name;
  EXPECT_NEAR(figures.at(name), expected, 0.02 * expected) << name;
}
/// Expects a latency of one SM without contention, to the cycle. The clock may be read by the first or the
/// second instruction of a fetch, which is a cycle in the whole stretch.
inline void expect_exactly(const std::map<std::string, double>& figures, const std::string& name,
                           double expected) {
  ASSERT_TRUE(figures.contains(name)) << name;
  EXPECT_NEAR(figures.at(name), expected, 0.05) << name;
}

}  // namespace heddle::micro
