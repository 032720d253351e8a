// SPDX-License-Identifier: Apache-2.0
#include "tb/run/combination.hpp"

#include <gtest/gtest.h>

#include "models/base/data_root.hpp"
#include "tb/run/manifest.hpp"
#include "tests/cli/program.hpp"

namespace heddle::combination_test {
namespace {

TEST(Combination, HasSettingsOfTechniquesThatAreTogether) {
  const TechniqueCombination c{.set = {"a=1"}, .beside = {{{"x", "y"}, {"b=2"}}, {{"z"}, {"c=3"}}}};
  using Settings = std::vector<std::string>;
  EXPECT_EQ(c.settings({}), (Settings{"a=1"}));
  EXPECT_EQ(c.settings({"x"}), (Settings{"a=1"}));
  EXPECT_EQ(c.settings({"y", "x"}), (Settings{"a=1", "b=2"}));
  EXPECT_EQ(c.settings({"z", "x", "y"}), (Settings{"a=1", "b=2", "c=3"}));
}

PlatformOptions with(const std::vector<std::string>& names) {
  PlatformOptions options{.gpu = "gtx480_vijaykumar2015"};
  add_techniques(options, names);
  return options;
}

TEST(Combination, FiveIsTheMachineOfTheExperiment) {
  ConfigTree tree;
  tree.add_file(data_file("configs/experiments/five_papers.yaml").string());
  for (unsigned k = 0;; ++k) {
    const std::string at = fmt::format("configurations[{}].", k);
    ASSERT_TRUE(tree.contains(at + "name")) << "no configuration is called five";
    if (tree.take(at + "name")->values.front() != "five") continue;
    PlatformOptions options{.gpu = "gtx480_vijaykumar2015",
                            .techniques = tree.take(at + "with")->values,
                            .assignments = tree.take(at + "set")->values};
    EXPECT_EQ(configuration_hash(options), configuration_hash(with({"five"})));
    break;
  }
}

TEST(Combination, IsOneOfAMachine) {
  EXPECT_EQ(with({"lane_power_gating", "five"}).techniques.size(), 6u);
  EXPECT_THROW(with({"five", "five"}), Error);
  EXPECT_EQ(combinations_of({"caba", "line_compression"}), (std::vector<std::string>{"five"}));
  EXPECT_TRUE(combinations_of({"lane_power_gating"}).empty());
}

TEST(Combination, OptionsOfOnesOwnComeAfterIt) {
  PlatformOptions options = with({"five"});
  options.assignments = {"caba.controller.entries=16"};
  EXPECT_NE(configuration_hash(options), configuration_hash(with({"five"})));
  EXPECT_NO_THROW(resolve_platform(options));
}

TEST(Combination, RunsFromTheCommandLine) {
  const TemporaryFolder folder;
  const Ran ran = heddle(
      {"run", "vectoradd", "--small", "--with", "five", "--set", "sms=2", "--check", "--compare", "--no-out"},
      folder);
  EXPECT_EQ(ran.status, 0) << ran.err;
  for (const char* said : {"with warped_compression, warp_approximation, register_virtualization, caba, "
                           "line_compression",
                           "against", "what the techniques change"})
    EXPECT_NE(ran.out.find(said), std::string::npos) << said << "\n" << ran.out;
}

TEST(Combination, IsNamedWhereItsTechniquesExcludeEachOther) {
  const TemporaryFolder folder;
  expect_refused(folder, {"run", "vectoradd", "--with", "caba,line_compression"},
                 {"--set caba.what=none", "or --with five"});
  expect_refused(folder,
                 {"run", "vectoradd", "--with",
                  "warped_compression,warp_approximation,register_virtualization,caba,line_compression"},
                 {"--set caba.what=none", "or --with five"});
  expect_refused(folder, {"run", "vectoradd", "--with", "five,five"}, {"one combination"});
  expect_refused(folder, {"run", "vectoradd", "--with", "five,caba"}, {"named twice"});
}

}  // namespace
}  // namespace heddle::combination_test
