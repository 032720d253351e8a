// SPDX-License-Identifier: Apache-2.0
// All workloads in their small sizes under tandem execution: without a technique, with each technique, and
// with policies and sizes that make the pipeline behave differently.
#include <gtest/gtest.h>

#include "tests/gpu/checked_workload.hpp"

namespace heddle::checked_workloads_test {
namespace {

struct Machine {
  const char* name;
  const char* techniques = "";
  std::vector<std::string> set{};
  const char* scheduler = "gto";
  unsigned collectors = 16;
  bool exact = true;  ///< a workload's own check passes
};

void PrintTo(const Machine& m, std::ostream* out) { *out << m.name; }

class CheckedWorkloads : public testing::TestWithParam<Machine> {};

TEST_P(CheckedWorkloads, EveryCommittedValueIsRight) {
  const Machine& m = GetParam();
  for (const std::string& name : Registry<Workload>::instance().names()) {
    SCOPED_TRACE(name);
    GpuConfig config;
    config.sms = 2;
    config.dram.controller.check_protocol = true;
    config.sm.scheduler = m.scheduler;
    config.sm.collectors.units = m.collectors;
    config.sm.power_gating = *m.techniques != '\0';
    config.sm.power_gate.rows_per_domain = 64;
    const CheckedWorkload found = checked_workload(name, config, techniques_of(m.techniques, m.set));
    if (m.exact)
      EXPECT_EQ(found.mismatches, 0);
    else
      EXPECT_GE(found.mismatches, 0);
    EXPECT_GT(found.instructions, 0);
    // Two workloads race on purpose: one through a worklist of several warps, one to show that L1s are not
    // coherent.
    const bool races = name == "bfs_worklist" || name == "micro_coherence";
    EXPECT_GE(found.exact_loads, races ? 0 : 0.95);
  }
}

INSTANTIATE_TEST_SUITE_P(
    Gpu, CheckedWorkloads,
    testing::Values(
        Machine{"plain"}, Machine{.name = "plain_lrr", .scheduler = "lrr", .collectors = 4},
        Machine{"compressed", "warped_compression"},
        Machine{"compressed_merge", "warped_compression", {"warped_compression.divergence=merge"}},
        Machine{"compressed_thread", "warped_compression", {"warped_compression.divergence=thread"}},
        Machine{"renamed", "register_virtualization", {}, "two_level"},
        Machine{"renamed_half", "register_virtualization", {"register_virtualization.registers=512"}},
        Machine{"renamed_half_two_level",
                "register_virtualization",
                {"register_virtualization.registers=512"},
                "two_level"},
        Machine{"both_half",
                "warped_compression,register_virtualization",
                {"register_virtualization.registers=512"},
                "lrr"},
        Machine{"approximated_exactly", "warp_approximation", {"warp_approximation.regions=kernel"}},
        Machine{.name = "approximated",
                .techniques = "warp_approximation",
                .set = {"warp_approximation.regions=kernel", "warp_approximation.level=12",
                        "warp_approximation.representative=middle", "warp_approximation.comparison_stages=1"},
                .scheduler = "two_level",
                .collectors = 4,
                .exact = false},
        Machine{.name = "approximated_in_a_closed_loop",
                .techniques = "warp_approximation",
                .set = {"warp_approximation.regions=kernel", "warp_approximation.closed_loop.enabled=true",
                        "warp_approximation.closed_loop.error=50",
                        "warp_approximation.closed_loop.controller.window=100",
                        "warp_approximation.closed_loop.controller.hysteresis=0",
                        "warp_approximation.single_bit=true"},
                .exact = false},
        Machine{.name = "approximated_renamed",
                .techniques = "warp_approximation,register_virtualization",
                .set = {"warp_approximation.regions=kernel", "warp_approximation.level=12"},
                .scheduler = "two_level",
                .exact = false},
        Machine{.name = "approximated_spilling",
                .techniques = "register_virtualization,warp_approximation",
                .set = {"warp_approximation.regions=kernel", "warp_approximation.level=6",
                        "register_virtualization.registers=128", "register_virtualization.table_bytes=3780"},
                .exact = false},
        Machine{.name = "approximated_compressed",
                .techniques = "warped_compression,warp_approximation",
                .set = {"warp_approximation.regions=kernel", "warp_approximation.level=12"},
                .exact = false},
        Machine{.name = "all_three_spilling",
                .techniques = "warp_approximation,warped_compression,register_virtualization",
                .set = {"warp_approximation.regions=kernel", "warp_approximation.level=6",
                        "register_virtualization.registers=128", "register_virtualization.table_bytes=3780"},
                .scheduler = "two_level",
                .exact = false},
        Machine{"compressed_lanes_gated", "warped_compression,lane_power_gating"},
        Machine{"renamed_lanes_gated", "register_virtualization,lane_power_gating"},
        Machine{"lanes_gated",
                "warp_approximation,lane_power_gating",
                {"warp_approximation.regions=kernel", "warp_approximation.scalar_file=true"}}),
    [](const auto& info) { return std::string(info.param.name); });

}  // namespace
}  // namespace heddle::checked_workloads_test
