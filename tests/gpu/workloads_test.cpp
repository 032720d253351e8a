// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>

#include "hw/gpu/simulated_gpu.hpp"
#include "models/base/config.hpp"
#include "tb/workloads/workload.hpp"
#include "tests/gpu/ptx_run.hpp"

namespace heddle::workloads_test {
namespace {

struct Case {
  std::string workload, technique, variant;
  unsigned sms;
  unsigned registers = 1024;  ///< physical ones, where they are virtual
};

void PrintTo(const Case& c, std::ostream* out) {
  *out << c.workload << " " << (c.technique.empty() ? "plain" : c.technique) << " " << c.variant << " "
       << c.sms << " " << c.registers;
}

class Workloads : public testing::TestWithParam<Case> {};

TEST_P(Workloads, ComputesWhatTheReferenceComputes) {
  const Case& c = GetParam();
  StatGroup stats;
  GpuConfig config;
  config.dram.controller.check_protocol = true;
  config.sms = c.sms;
  config.sm.power_gating = !c.technique.empty();
  config.sm.power_gate.rows_per_domain = 64;
  SimulatedGpu gpu(
      config, techniques_of(c.technique, {fmt::format("register_virtualization.registers={}", c.registers)}),
      nullptr, stats);
  WorkloadOptions options;
  options.small = true;
  options.variant = c.variant;
  const WorkloadResult result = Registry<Workload>::instance().find(c.workload).run(gpu, options);
  EXPECT_GT(result.checked, 0u);
  EXPECT_EQ(result.mismatches, 0u) << result.first;
  if (c.technique.empty()) {
    EXPECT_EQ(stats.number("sm_total.fair_turns"), 0);
  }
  if (c.technique.find("register_virtualization") != std::string::npos) {
    const auto count = [&](const std::string& name) {
      return stats.number("sm_total.register_file.virtualization." + name);
    };
    EXPECT_GT(count("allocations"), 0);
    EXPECT_EQ(count("allocations"), count("releases"));
  }
}

std::vector<Case> all_cases() {
  std::vector<Case> all;
  for (const std::string& workload : Registry<Workload>::instance().names())
    for (const char* technique : {"", "warped_compression"})
      for (const char* variant : {"clang19", "nvcc13", written_variant}) {
        const auto there = Registry<Workload>::instance().find(workload).variants();
        if (std::find(there.begin(), there.end(), variant) != there.end())
          all.push_back({workload, technique, variant, 2});
      }
  return all;
}
INSTANTIATE_TEST_SUITE_P(Gpu, Workloads, testing::ValuesIn(all_cases()));

/// At full and at half size of the register file, also with compressed registers.
std::vector<Case> virtual_cases() {
  std::vector<Case> all;
  for (const std::string& workload : Registry<Workload>::instance().names()) {
    const std::string variant = Registry<Workload>::instance().find(workload).variants().front();
    all.push_back({workload, "register_virtualization", variant, 2});
    all.push_back({workload, "register_virtualization", variant, 2, 512});
    all.push_back({workload, "warped_compression,register_virtualization", variant, 2, 512});
  }
  return all;
}
INSTANTIATE_TEST_SUITE_P(GpuVirtual, Workloads, testing::ValuesIn(virtual_cases()));

}  // namespace
}  // namespace heddle::workloads_test
