// SPDX-License-Identifier: Apache-2.0
// The estimate of all blocks of a GPU: which blocks there are, how their pins moved, and the sums.
#include "tb/estimate/machine/machine_estimate.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdlib>
#include <fstream>
#include <nlohmann/json.hpp>

#include "models/base/error.hpp"
#include "tb/cosim/process/command.hpp"
#include "tb/estimate/machine/machine_report.hpp"
#include "tb/run/run.hpp"
#include "tests/estimate/tools_present.hpp"

namespace heddle::estimate::machine_estimate_test {
namespace {

CommandResult heddle(std::vector<std::string> arguments) {
  arguments.insert(arguments.begin(), HEDDLE_BINARY_DIR "/heddle");
  return run_command(arguments);
}

BlockCost cost(const std::string& block, double area_um2, double path_ns) {
  BlockCost b;
  b.estimate.card.name = block;
  b.estimate.area_um2 = area_um2;
  b.estimate.timing.logic_between = path_ns;
  b.estimate.leakage_mw = 0.5;
  b.estimate.energies.push_back({.operations = 10, .clock_pj = 2, .registers_pj = 1, .logic_pj = 3});
  b.instances = 4;
  b.moving = 100;
  b.kept = 10;  // recorded, of two instances
  b.moving_kept = 5;
  b.operations = 200;
  b.counts = "reads";
  return b;
}

TEST(MachineEstimate, EnergiesFollowFromMovingCyclesAndTheClock) {
  const MachineRun run{.sms = 2, .clock_mhz = 1000, .sm_mm2 = 10, .cycles = 1000};
  const BlockCost b = cost("a", 5000, 1);
  EXPECT_DOUBLE_EQ(b.switching_pj(), 8);       // 4 pJ a recorded cycle, every second of which moves pins
  EXPECT_DOUBLE_EQ(b.switching_uj(), 800e-6);  // 100 moving cycles
  EXPECT_DOUBLE_EQ(b.operation_pj(), 4);       // 200 operations
  EXPECT_DOUBLE_EQ(b.clock_uj(run), 8000e-6);  // 2 pJ x 4 instances x 1000 cycles
  EXPECT_DOUBLE_EQ(b.leakage_uj(run), 2e-3);   // 4 x 0.5 mW for a microsecond
  EXPECT_DOUBLE_EQ(b.total_uj(run), 800e-6 + 8000e-6 + 2e-3);
}

TEST(MachineEstimate, SumsAndTheCriticalBlock) {
  const MachineEstimate e{
      {.machine = "m", .workload = "w", .sms = 2, .clock_mhz = 1000, .sm_mm2 = 10, .cycles = 1000},
      {cost("a", 5000, 0.5), cost("b", 7000, 2)}};
  EXPECT_NEAR(e.area_mm2(), 4 * 0.012, 1e-12);
  EXPECT_EQ(e.critical().estimate.card.name, "b");
  const std::string text = report_text(e);
  for (const char* part :
       {"m: 2 SMs; w, 1000 cycles (1.0 us)", "The critical block is b: its path of 2.00 ns allows 500 MHz",
        "1 of 2 blocks need longer", "0.24 %", "reads"})
    EXPECT_NE(text.find(part), std::string::npos) << part << " in\n" << text;
  EXPECT_EQ(report_json(e).at("blocks").size(), 2u);
  EXPECT_NE(report_picture(e).find("4 x b</text>"), std::string::npos);
}

TEST(MachineEstimate, AMachineWithoutBlocksIsAnError) {
  EXPECT_THROW(estimate_machine({.machine = "m"}, {}, {}, {}), Error);
}

/// The census of a machine agrees with the statistics of its SMs.
TEST(MachineEstimate, CountsTheBlocksOfAGpu) {
  MachineCensus census(64);
  const RunResult s = run({.target = "vectoradd",
                           .workload = {.small = true},
                           .platform = {.techniques = {"warped_compression"}, .assignments = {"sms=2"}},
                           .watcher = &census});
  std::map<std::string, std::size_t> instances;
  for (const BlockGroup* g : census.groups()) {
    instances[g->block] += g->instances.size();
    for (const auto& instance : g->instances) {
      const RecordedPins& pins = instance->pins();
      EXPECT_LE(pins.cycles(), 64u);
      EXPECT_LE(std::count(pins.moved.begin(), pins.moved.end(), true), instance->moving());
      EXPECT_EQ(pins.inputs.operations(), pins.cycles());
      EXPECT_EQ(pins.outputs.operations(), pins.cycles());
    }
  }
  const auto& form = s.stats.at("sm_total").at("register_file").at("warped_compression");
  EXPECT_EQ(instances.at("bdi_compressor"), form.at("compressors"));
  EXPECT_EQ(instances.at("bdi_decompressor"), form.at("decompressors"));
  EXPECT_EQ(instances.at("bank_arbiter"), 2u);
}

TEST(MachineEstimate, OptionsOfTheOtherFormAreRefused) {
  for (const auto& [arguments, part] :
       {std::pair{std::vector<std::string>{"estimate", "gtx480_lee2015", "--clock", "1GHz"}, "'--clock'"},
        std::pair{std::vector<std::string>{"estimate", "mov_injector", "--with", "warped_compression"},
                  "'--with'"},
        std::pair{std::vector<std::string>{"estimate", "no/such.yaml"}, "no/such.yaml"},
        std::pair{std::vector<std::string>{"estimate", "gtx480_lee2015", "--with", "warp"},
                  "unknown technique"}}) {
    const CommandResult r = heddle(arguments);
    EXPECT_EQ(r.exit_code, 1) << r.output;
    EXPECT_NE(r.output.find(part), std::string::npos) << r.output;
  }
}

TEST(MachineEstimate, OfASmallGpuFromTheCommandLine) {
  SKIP_WITHOUT_TOOLS();
  setenv("HEDDLE_CACHE", HEDDLE_BINARY_DIR "/rtl_cache", 1);
  const ScratchFolder folder;
  const std::string json = folder.path() / "e.json", picture = folder.path() / "e.svg";
  const CommandResult r = heddle({"estimate", "fermi_jeon2015", "--set", "sms=1", "--workload", "vectoradd",
                                  "--small", "--orders", "1", "--json", json, "--picture", picture});
  ASSERT_EQ(r.exit_code, 0) << r.output;
  EXPECT_NE(r.output.find("bank_arbiter"), std::string::npos) << r.output;
  for (const char* step : {"running vectoradd on fermi_jeon2015", "block 1 of ", ": synthesizing ",
                           ": measured order 1 of its gates, of 1"})
    EXPECT_NE(r.output.find(step), std::string::npos) << step << "\n" << r.output;
  const auto e = nlohmann::json::parse(std::ifstream(json));
  double area = 0;
  for (const auto& block : e.at("blocks")) area += block.at("area_mm2").get<double>();
  EXPECT_NEAR(e.at("area_mm2"), area, 1e-9);
  EXPECT_GT(e.at("blocks").at(0).at("switching_uj"), 0.0);
  EXPECT_TRUE(std::filesystem::file_size(picture) > 500);
}

}  // namespace
}  // namespace heddle::estimate::machine_estimate_test
