// SPDX-License-Identifier: Apache-2.0
#include "tb/run/machine_report.hpp"

#include <gtest/gtest.h>

namespace heddle::machine_report_test {
namespace {

RunResult with(const char* stats) {
  RunResult s;
  s.stats = nlohmann::ordered_json::parse(stats);
  return s;
}

bool says(const std::string& report, const std::string& text) {
  return report.find(text) != std::string::npos;
}

TEST(MachineReport, LeavesOutWhatTheGpuDoesNotHave) {
  EXPECT_EQ(machine_report(with(R"({"cycles": 1, "kernels": {}})")), "");
}

TEST(MachineReport, SaysWhatBecameOfSlotsAccessesAndBandwidth) {
  const std::string report = machine_report(with(R"({"cycles": 100, "kernels": {},
    "sm_total": {"issue_slots": {"active": 50, "memory_stall": 20, "compute_stall": 10, "data_dependence": 15, "idle": 5},
                 "l1d": {"accesses": 1000, "hits": 600, "misses": 300, "read_hits_reserved": 90, "write_hits_reserved": 10}},
    "l2_total": {"accesses": 0, "hits": 0, "misses": 0},
    "dram_total": {"bursts": 9, "bandwidth": 88.75, "bus_busy": 30, "cycles": 60, "row_hits": 3, "requests": 4,
                   "row_locality": 2.25, "read_latency": 61.6}})"));
  EXPECT_TRUE(says(
      report, "active 50.0 %, memory stall 20.0 %, compute stall 10.0 %, data dependence 15.0 %, idle 5.0 %"))
      << report;
  EXPECT_TRUE(
      says(report, "L1 data                1,000 accesses: 60.0 % hits, 10.0 % on their way, 30.0 % misses"))
      << report;
  EXPECT_FALSE(says(report, "L2")) << report;  // no request went there
  EXPECT_TRUE(says(
      report, "88.8 GB/s, 50.0 % of the bus; 75.0 % row hits, 2.2 bursts an activate; reads take 62 cycles"))
      << report;
}

TEST(MachineReport, SplitsEnergyAndNamesTheKernelsThatTookLongest) {
  const std::string report = machine_report(with(R"({"cycles": 100,
    "energy": {"total": 4000, "static": 1000, "power": 12.5, "cores": {"total": 3000}, "dram_pins": {"total": 1000},
               "caches": {"total": 0}},
    "kernels": {"a": {"launches": 3, "ipc": 1.5, "cycles": 20}, "b": {"launches": 1, "ipc": null, "cycles": 80}}})"));
  EXPECT_TRUE(says(report, "4.0 uJ, 12.5 W; 25.0 % static")) << report;
  EXPECT_TRUE(says(report, "cores 75.0 %, dram pins 25.0 %\n")) << report;
  const auto first = report.find("1 x b: 80 cycles, 80.0 %"),
             second = report.find("3 x a: 20 cycles, 20.0 %, IPC 1.50");
  ASSERT_NE(second, std::string::npos) << report;
  EXPECT_LT(first, second);
}

TEST(MachineReport, SetsEnergyAgainstTheRunWithoutTechniques) {
  const auto
      run = with(
          R"({"cycles": 1, "kernels": {}, "energy": {"total": 90, "static": 0, "power": 1, "energy_delay": 20}})"),
      plain = with(
          R"({"cycles": 1, "kernels": {}, "energy": {"total": 100, "static": 0, "power": 1, "energy_delay": 16}})");
  EXPECT_TRUE(says(machine_report(run, &plain),
                   " -10.0 %, energy x delay +25.0 % against the run without techniques\n"))
      << machine_report(run, &plain);
}

}  // namespace
}  // namespace heddle::machine_report_test
