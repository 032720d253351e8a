// SPDX-License-Identifier: Apache-2.0
// Every GPU that comes with Heddle runs a kernel, and has the size that its paper gives.
#include <gtest/gtest.h>

#include <filesystem>
#include <nlohmann/json.hpp>

#include "models/base/data_root.hpp"
#include "tests/cli/program.hpp"

namespace heddle::gpus_test {
namespace {

std::vector<std::string> gpus() {
  std::vector<std::string> names;
  for (const auto& entry : std::filesystem::directory_iterator(data_root() / "configs/gpus"))
    names.push_back(entry.path().stem().string());
  std::sort(names.begin(), names.end());
  return names;
}

class Gpus : public testing::TestWithParam<std::string> {};

TEST_P(Gpus, RunAKernelWithItsResultRight) {
  const TemporaryFolder folder;
  const Ran ran = heddle({"run", "hotspot", "--small", "--gpu", GetParam(), "--out", "r"}, folder);
  EXPECT_EQ(ran.status, 0) << ran.out << ran.err;
  const auto stats = nlohmann::json::parse(content_of(folder.path() / "r/stats.json"));
  EXPECT_EQ(stats["result"]["mismatches"], 0);
  EXPECT_GT(stats["l2_total"]["accesses"], 0);
  EXPECT_EQ(stats.contains("sm14"), true);
  const bool sixteen = GetParam() == "fermi_jeon2015" || GetParam() == "gtx580_lal2017";
  EXPECT_EQ(stats.contains("sm15"), sixteen);
  // Six controllers of two channels; of one, where both devices of a controller are in step.
  const bool in_step = GetParam() == "gtx480_gpgpusim_3_2_1";
  EXPECT_EQ(stats.contains("dram_5"), true);
  EXPECT_EQ(stats.contains("dram_11"), !in_step);
  EXPECT_EQ(stats.contains("dram_12"), false);
}
INSTANTIATE_TEST_SUITE_P(All, Gpus, testing::ValuesIn(gpus()), [](const auto& info) { return info.param; });

/// Whoever reads a line of a GPU's file sees whence its value is.
TEST_P(Gpus, NameTheSourceOfEachValue) {
  const TemporaryFolder folder;
  const Ran ran = heddle({"config", "sources", "--gpu", GetParam()}, folder);
  EXPECT_EQ(ran.status, 0) << ran.err;
  EXPECT_NE(ran.out.find(" 0 of the command line, 0 in a file without a source"), std::string::npos)
      << ran.out;
}

TEST(Gpus, AreThoseOfTheFivePapers) {
  const auto all = gpus();
  for (const char* name :
       {"fermi_jeon2015", "gtx480_lee2015", "gtx480_vijaykumar2015", "gtx480_wong2016", "gtx580_lal2017"})
    EXPECT_NE(std::find(all.begin(), all.end(), name), all.end()) << name;
}

}  // namespace
}  // namespace heddle::gpus_test
