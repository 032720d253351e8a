// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>
#include <sys/wait.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>
#include <nlohmann/json.hpp>

#include "tb/cosim/rtl/verilated_library.hpp"
#include "tb/workloads/workload.hpp"
#include "tests/cosim/broken_rtl.hpp"
#include "tests/gpu/ptx_run.hpp"

namespace heddle::rtl_in_the_loop_test {
namespace {

namespace fs = std::filesystem;

const std::vector<std::string> blocks{"bdi_compressor", "bdi_decompressor",      "bank_arbiter",
                                      "mov_injector",   "range_indicator_table", "power_gate"};

/// The outcome of a run: its statistics, and whether its result is right; or the error that ended it.
struct Outcome {
  std::string statistics, error;
  bool passed = false;
};

/// Compression thread by thread, and the blocks that it needs.
const std::vector<std::string> by_thread{"warped_compression.divergence=thread"};
const std::vector<std::string> thread_blocks{"thread_compressor", "thread_decompressor",
                                             "thread_width_table"};

/// Half a register file, and the blocks that rename its registers.
const std::string virtualization = "register_virtualization";
const std::vector<std::string> half{"register_virtualization.registers=512"};
const std::vector<std::string> virtual_blocks{
    "renaming_table", "register_allocator", "release_flag_cache",    "release_decoder",
    "cta_throttle",   "release_flag_latch", "free_register_counter", "freed_register_queue"};

/// Runs a workload in its small size on two SMs, with techniques, settings and the given blocks as RTL.
Outcome run(const std::vector<RtlSelection>& rtl, const std::string& workload,
            const std::vector<std::string>& set, const std::string& techniques) {
  StatGroup stats;
  GpuConfig config;
  config.dram.controller.check_protocol = true;
  config.sms = 2;
  config.sm.power_gating = true;
  config.no_progress_cycles = 20'000;
  VerilatedLibrary library(rtl);
  SimulatedGpu gpu(config, techniques_of(techniques, set), &library, stats);
  WorkloadOptions options;
  options.small = true;
  try {
    const bool passed = Registry<Workload>::instance().find(workload).run(gpu, options).passed();
    return {csv_of(stats), "", passed};
  } catch (const Error& e) {
    return {"", e.what(), false};
  }
}

/// Runs it in a process of its own, because SystemC can simulate only once in a process.
Outcome run_in_child(const std::vector<RtlSelection>& rtl, const std::string& workload = "pathfinder",
                     const std::vector<std::string>& set = {},
                     const std::string& techniques = "warped_compression") {
  const ScratchFolder folder;
  const fs::path file = folder.path() / "outcome.json";
  if (const pid_t child = fork(); child == 0) {
    const Outcome o = run(rtl, workload, set, techniques);
    std::ofstream(file) << nlohmann::json{{"s", o.statistics}, {"e", o.error}, {"p", o.passed}};
    _exit(0);
  } else {
    waitpid(child, nullptr, 0);
  }
  std::ifstream in(file);
  const auto j = nlohmann::json::parse(in);
  return {j["s"], j["e"], j["p"]};
}

class RtlInTheLoop : public testing::TestWithParam<std::vector<std::string>> {};

TEST_P(RtlInTheLoop, GivesTheSameResultsCyclesAndStatistics) {
  std::vector<RtlSelection> rtl;
  for (const std::string& block : GetParam()) rtl.push_back({block});
  const Outcome model = run_in_child({}), with_rtl = run_in_child(rtl);
  EXPECT_EQ(with_rtl.error, "");
  EXPECT_TRUE(model.passed);
  EXPECT_TRUE(with_rtl.passed);
  EXPECT_EQ(model.statistics, with_rtl.statistics);
}
INSTANTIATE_TEST_SUITE_P(Gpu, RtlInTheLoop,
                         testing::Values(std::vector{blocks[0]}, std::vector{blocks[1]},
                                         std::vector{blocks[2]}, std::vector{blocks[3]},
                                         std::vector{blocks[4]}, std::vector{blocks[5]}, blocks));

TEST(RtlInTheLoopOfThreads, CompressesThreadByThreadTheSame) {
  std::vector<RtlSelection> rtl;
  for (const std::string& block : thread_blocks) rtl.push_back({block});
  const Outcome model = run_in_child({}, "spmv", by_thread), with_rtl = run_in_child(rtl, "spmv", by_thread);
  EXPECT_EQ(with_rtl.error, "");
  EXPECT_TRUE(model.passed);
  EXPECT_TRUE(with_rtl.passed);
  EXPECT_EQ(model.statistics, with_rtl.statistics);
}

/// Approximated results deviate from the exact ones, and must deviate alike.
TEST(RtlInTheLoopOfApproximation, ApproximatesTheSame) {
  const std::vector<std::string> set{"warp_approximation.regions=kernel", "warp_approximation.level=16"};
  std::vector<RtlSelection> rtl;
  for (const char* block :
       {"similarity_selector", "similarity_comparator", "representative_selector", "representative_decision",
        "value_broadcaster", "similar_register_table", "mov_injector"})
    rtl.push_back({block});
  const Outcome model = run_in_child({}, "ray_trace", set, "warp_approximation"),
                with_rtl = run_in_child(rtl, "ray_trace", set, "warp_approximation");
  EXPECT_EQ(with_rtl.error, "");
  EXPECT_FALSE(model.statistics.empty());
  EXPECT_EQ(model.statistics, with_rtl.statistics);
}

/// d changes at run time. All blocks are RTL; and then the controller has a fault, which tandem execution
/// cannot detect, since it takes d from the machine.
TEST(RtlInTheLoopOfApproximation, MovesTheLevelTheSame) {
  const std::vector<std::string> set{
      "warp_approximation.regions=kernel", "warp_approximation.closed_loop.enabled=true",
      "warp_approximation.closed_loop.error=50", "warp_approximation.closed_loop.controller.window=50",
      "warp_approximation.closed_loop.controller.hysteresis=0"};
  const auto with = [&](std::vector<RtlSelection> rtl) {
    return run_in_child(rtl, "ray_trace", set, "warp_approximation");
  };
  const Outcome model = with({}),
                rtl =
                    with({{"similarity_controller"}, {"similarity_comparator"}, {"similar_register_table"}});
  EXPECT_EQ(rtl.error, "");
  EXPECT_FALSE(model.statistics.empty());
  EXPECT_EQ(model.statistics, rtl.statistics);

  const BrokenRtl broken("warp_approximation/similarity_controller.sv", "more = decides && SumBits'(total)",
                         "more = decides && (SumBits'(total) >> 1)");
  const Outcome faulty = with({broken.selection("similarity_controller")});
  EXPECT_EQ(faulty.error, "");
  EXPECT_NE(faulty.statistics, model.statistics);
}

TEST(RtlInTheLoopOfLanes, GatesTheSame) {
  const Outcome model = run_in_child({}, "spmv", {}, "lane_power_gating"),
                with_rtl = run_in_child({{"lane_power_gate"}}, "spmv", {}, "lane_power_gating");
  EXPECT_EQ(with_rtl.error, "");
  EXPECT_TRUE(with_rtl.passed);
  EXPECT_EQ(model.statistics, with_rtl.statistics);
}

/// Switching a lane off while it executes is an error; exchanged outputs wake the wrong lanes.
TEST(RtlInTheLoopOfLanes, FaultsAreNoticed) {
  const std::vector<std::string> set{"lane_power_gating.idle_detect=2"};
  const auto with = [&](const std::string& original, const std::string& wrong) {
    const BrokenRtl broken("warp_approximation/lane_power_gate.sv", original, wrong);
    return run_in_child({broken.selection("lane_power_gate")}, "spmv", set, "lane_power_gating");
  };
  const Outcome model = run_in_child({}, "spmv", set, "lane_power_gating");
  const Outcome idle = with("(demand_busy_i[i])", "(demand_busy_i[i] && i != 5)"),
                exchanged = with(".on_o(power_on_o[i])", ".on_o(power_on_o[(i + 1) % 32])");
  EXPECT_NE(idle.error.find("lanes are not on while an instruction executes in them"), std::string::npos)
      << idle.error;
  EXPECT_TRUE(exchanged.error != "" || exchanged.statistics != model.statistics);
}

class RtlOfVirtualRegisters : public testing::TestWithParam<std::vector<std::string>> {};

TEST_P(RtlOfVirtualRegisters, SharesThemOutTheSame) {
  std::vector<RtlSelection> rtl;
  for (const std::string& block : GetParam()) rtl.push_back({block});
  const Outcome model = run_in_child({}, "pathfinder", half, virtualization),
                with_rtl = run_in_child(rtl, "pathfinder", half, virtualization);
  EXPECT_EQ(with_rtl.error, "");
  EXPECT_TRUE(model.passed);
  EXPECT_TRUE(with_rtl.passed);
  EXPECT_EQ(model.statistics, with_rtl.statistics);
}
INSTANTIATE_TEST_SUITE_P(Gpu, RtlOfVirtualRegisters,
                         testing::Values(std::vector{virtual_blocks[0]}, std::vector{virtual_blocks[1]},
                                         std::vector{virtual_blocks[2]}, std::vector{virtual_blocks[3]},
                                         std::vector{virtual_blocks[4]}, virtual_blocks));

/// Each workload with all blocks of a technique as RTL: results, cycles and statistics equal the model's.
class RtlOfEachWorkload : public testing::TestWithParam<std::string> {
 protected:
  static void expect_the_same(const std::vector<std::string>& as_rtl, const std::vector<std::string>& set,
                              const std::string& technique) {
    std::vector<RtlSelection> rtl;
    for (const std::string& block : as_rtl) rtl.push_back({block});
    const Outcome model = run_in_child({}, GetParam(), set, technique),
                  with_rtl = run_in_child(rtl, GetParam(), set, technique);
    EXPECT_EQ(with_rtl.error, "");
    EXPECT_TRUE(with_rtl.passed);
    EXPECT_EQ(model.statistics, with_rtl.statistics);
  }
};

TEST_P(RtlOfEachWorkload, CompressesTheSame) { expect_the_same(blocks, {}, "warped_compression"); }

TEST_P(RtlOfEachWorkload, SharesRegistersOutTheSameAtFullAndAtHalfSize) {
  auto all = virtual_blocks;
  all.push_back("register_spill_unit");
  expect_the_same(all, {}, virtualization);
  expect_the_same(all, half, virtualization);
}

INSTANTIATE_TEST_SUITE_P(Gpu, RtlOfEachWorkload, testing::ValuesIn(Registry<Workload>::instance().names()),
                         [](const auto& info) { return info.param; });

/// There are so few registers that warps are spilled.
const std::vector<std::string> too_few{"register_virtualization.registers=64"};

TEST(RtlOfSpilledRegisters, TheyComeBackTheSame) {
  const Outcome model = run_in_child({}, "reduction", too_few, virtualization),
                with_rtl = run_in_child({{"register_spill_unit"}}, "reduction", too_few, virtualization);
  EXPECT_EQ(with_rtl.error, "");
  EXPECT_TRUE(model.passed);
  EXPECT_TRUE(with_rtl.passed);
  EXPECT_EQ(model.statistics, with_rtl.statistics);
}

struct Fault {
  std::string block, file, original, faulty;
  std::string workload = "pathfinder";
  std::vector<std::string> set = {};
  std::string techniques = "warped_compression";
};
void PrintTo(const Fault& fault, std::ostream* out) { *out << fault.block; }

class FaultInRtl : public testing::TestWithParam<Fault> {};

/// Values go through the blocks: one wrong bit in the RTL must give a wrong result, or, in the arbiter, a
/// failing run.
TEST_P(FaultInRtl, SpoilsTheRun) {
  const Fault& f = GetParam();
  const BrokenRtl broken(f.file, f.original, f.faulty);
  const Outcome model = run_in_child({}, f.workload, f.set, f.techniques),
                faulty = run_in_child({broken.selection(f.block)}, f.workload, f.set, f.techniques);
  EXPECT_TRUE(model.passed);
  EXPECT_FALSE(faulty.passed && faulty.statistics == model.statistics);
  if (f.block != "bank_arbiter") {
    EXPECT_FALSE(faulty.passed) << faulty.error;
  }
}
INSTANTIATE_TEST_SUITE_P(
    Gpu, FaultInRtl,
    testing::Values(
        Fault{"bdi_compressor", "warped_compression/bdi_compressor.sv", "= step2_low[16*(i-1) +: 8]",
              "= step2_low[16*(i-1) +: 8] ^ 8'(i == 7)"},
        Fault{"bdi_decompressor", "warped_compression/bdi_decompressor.sv", "operand + delta",
              "operand + (delta ^ 32'(i == 7))"},
        Fault{"bank_arbiter", "register_file/bank_arbiter.sv", ".banks_i(req_read_banks_i)",
              ".banks_i(req_read_banks_i ^ 1024'(1))"},
        Fault{"range_indicator_table", "warped_compression/range_indicator_table.sv",
              ".encodings_i(update_encodings_i)", ".encodings_i(update_encodings_i ^ 64'(i == 0))"},
        Fault{"mov_injector", "register_file/mov_injector.sv", "check_valid_i[s] && check_partial_i[s]",
              "check_valid_i[s] && !check_partial_i[s]", "mst"},
        Fault{"power_gate", "register_file/power_gate.sv", ".holding_i(holding[g])",
              ".holding_i(holding[g] && b != 0)"},
        Fault{"thread_compressor", "warped_compression/thread_compressor.sv", "= value[8*k +: 8]",
              "= value[8*k +: 8] ^ 8'(i == 7 && k == 0)", "spmv", by_thread},
        Fault{"thread_decompressor", "warped_compression/thread_decompressor.sv", "width >= 2'd1 ?",
              "width >= 2'd2 ?", "spmv", by_thread},
        Fault{"thread_width_table", "warped_compression/thread_width_table.sv", "(row & {2*Lanes{found_q}})",
              "((row ^ 32'd1) & {2*Lanes{found_q}})", "spmv", by_thread}));

Fault of_virtual(const std::string& block, const std::string& original, const std::string& faulty) {
  return {block,         "register_virtualization/" + block + ".sv", original, faulty, "pathfinder", half,
          virtualization};
}
INSTANTIATE_TEST_SUITE_P(
    GpuVirtual, FaultInRtl,
    testing::Values(
        of_virtual("renaming_table", ".map_registers_i(map_registers)",
                   ".map_registers_i(map_registers ^ (10*Writes)'(b == 1))"),
        of_virtual("register_allocator", "{6'b0, found[8*k +: 8],", "{6'b0, found[8*k +: 8] & 8'hfe,"),
        of_virtual("release_flag_cache", "flags_d = fill ? fill_flags_i",
                   "flags_d = fill ? fill_flags_i | {18{3'd1}}"),
        of_virtual("release_flag_latch", "write_flags_i(step_flags_i)",
                   "write_flags_i(step_flags_i | {18{3'd1}})"),
        of_virtual("release_decoder", "+: Registers] = registers_q;", "+: Registers] = registers_q << 1;"),
        Fault{"register_spill_unit", "register_virtualization/register_spill_unit.sv",
              ".done_registers_i(done_registers_i)",
              ".done_registers_i(done_registers_i & (done_registers_i - 64'd1))", "reduction", too_few,
              virtualization},
        Fault{"free_register_counter", "register_virtualization/free_register_counter.sv",
              "- Bits'(claimed) +", "- Bits'(claimed[3:1]) +", "reduction", too_few, virtualization},
        Fault{"freed_register_queue",
              "register_virtualization/freed_register_queue.sv",
              "| unmapped_registers_i[16*b +: Width]",
              "| (unmapped_registers_i[16*b +: Width] ^ Width'(4))",
              "matmul",
              {},
              virtualization},
        of_virtual("cta_throttle", ".most_i(launch_most_i[Bits-1:0])",
                   ".most_i(launch_most_i[Bits-1:0] | 11'd1024)")));

/// Equal values alone are stored and executed once, so that the model's results are exact.
Fault of_scalars(const std::string& block, const std::string& original, const std::string& faulty) {
  return {block,
          "warp_approximation/" + block + ".sv",
          original,
          faulty,
          "spmv",
          {"warp_approximation.regions=kernel"},
          "warp_approximation"};
}
INSTANTIATE_TEST_SUITE_P(
    GpuScalars, FaultInRtl,
    testing::Values(of_scalars("representative_decision", "scalars[k] = req_sources_i[k] && known[6]",
                               "scalars[k] = req_sources_i[k] && known[6] && k != 1"),
                    of_scalars("representative_decision", "req_enough_i[0] && equal == '1",
                               "req_enough_i[0] && (equal | 6'd2) == '1"),
                    of_scalars("representative_decision", "of_path = req_active_i == lanes",
                               "of_path = (req_active_i & ~lanes) == '0")));

}  // namespace
}  // namespace heddle::rtl_in_the_loop_test
