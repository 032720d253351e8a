// SPDX-License-Identifier: Apache-2.0
// The whole estimate, on the smallest block that has everything.
#include "tb/estimate/estimate.hpp"
#include "tb/run/register_recorder.hpp"

#include <gtest/gtest.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <nlohmann/json.hpp>

#include "models/base/error.hpp"
#include "tb/estimate/report.hpp"
#include "tb/estimate/tools.hpp"
#include "tests/estimate/tools_present.hpp"

namespace heddle::estimate::estimate_test {
namespace {

/// A private folder for temporary files.
class OwnTemporaries {
 public:
  OwnTemporaries() { setenv("TMPDIR", folder_.path().c_str(), 1); }
  ~OwnTemporaries() { unsetenv("TMPDIR"); }
  bool empty() const { return std::filesystem::is_empty(folder_.path()); }

 private:
  ScratchFolder folder_;
};

TEST(Estimate, DecompressorOfOneChoice) {
  SKIP_WITHOUT_TOOLS();
  setenv("HEDDLE_CACHE", HEDDLE_BINARY_DIR "/rtl_cache", 1);
  const ScratchFolder folder;
  const auto file = folder.path() / "equal.bin";
  std::ofstream(file, std::ios::binary) << register_file_of(std::vector<WarpRegister>(100));
  const OwnTemporaries temporaries;
  std::vector<std::string> steps;
  const Estimate e = estimate({.block = "bdi_decompressor",
                               .set = "delta0",
                               .clock_hz = 1.4e9,
                               .vectors = file,
                               .random_operations = 256,
                               .progress = [&](std::string_view step) { steps.emplace_back(step); }});
  EXPECT_TRUE(temporaries.empty()) << "a temporary folder is left";
  EXPECT_GE(steps.size(), 3u);

  // 1024 bits of data and a valid bit have registers; the logic of a lane selects between two words.
  EXPECT_EQ(e.flip_flops, 1025u);
  EXPECT_EQ(e.latency_cycles, 1u);
  EXPECT_GT(e.area_um2, e.flip_flop_area_um2);
  EXPECT_GT(e.gates, 992u);
  EXPECT_LT(e.gates, 6000u) << "a variant without deltas needs no adders";
  EXPECT_GT(e.timing.critical_path(), 0.3);
  EXPECT_LT(e.timing.critical_path(), 3.0);
  EXPECT_GT(e.leakage_mw, 0);

  ASSERT_EQ(e.energies.size(), 2u);
  const OperationEnergy& random = e.energies[0];
  const OperationEnergy& idle = e.energies[1];
  EXPECT_GT(random.logic_pj, 0);
  EXPECT_GE(random.glitches_pj, 0);
  EXPECT_EQ(random.operations, 256u);
  EXPECT_GT(idle.clock_pj, 0);
  EXPECT_DOUBLE_EQ(idle.clock_pj, random.clock_pj);
  EXPECT_EQ(idle.logic_pj + idle.registers_pj + idle.glitches_pj, 0)
      << "nothing changes between equal operations";

  ASSERT_TRUE(e.stages);
  EXPECT_GE(e.stages->needed, 1u);
  EXPECT_TRUE(e.stages->splittable);

  const std::string text = report_text(e);
  for (const char* expected :
       {"bdi_decompressor, set delta0: Choices = 1, Latency = 1", "scaled to 45 nm: area / 19",
        "21 pJ (Lee2015 table 3)", "random, seed 1", "recorded: ", "Clock of 1400 MHz"})
    EXPECT_NE(text.find(expected), std::string::npos) << expected << " is missing in\n" << text;
  const auto json = report_json(e);
  EXPECT_NEAR(json["scaled"]["area_um2"].get<double>() * 19, json["library"]["area_um2"].get<double>(), 1e-6);
  EXPECT_EQ(json["pipeline_cycles"], 1);
  EXPECT_TRUE(report_groups(std::span(&e, 1)).empty()) << "the compressor is missing";
}

}  // namespace
}  // namespace heddle::estimate::estimate_test
