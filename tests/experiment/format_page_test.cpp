// SPDX-License-Identifier: Apache-2.0
// docs/experiments.md: its examples can be run, and it has every key.
#include <gtest/gtest.h>

#include <regex>

#include "models/base/config.hpp"
#include "models/base/data_root.hpp"
#include "tb/experiment/experiment.hpp"
#include "tests/cli/program.hpp"

namespace heddle::format_page_test {
namespace {

std::string page() { return content_of(HEDDLE_SOURCE_DIR "/docs/experiments.md"); }

std::vector<std::string> examples() {
  const std::string text = page(), begin = "```yaml\n";
  std::vector<std::string> all;
  for (std::size_t at = text.find(begin); at != text.npos; at = text.find(begin, at + 1)) {
    const std::size_t from = at + begin.size();
    all.push_back(text.substr(from, text.find("```", from) - from));
  }
  return all;
}

TEST(FormatPage, HasExamplesThatCanBeRun) {
  ASSERT_EQ(examples().size(), 4u);
  for (std::string example : examples()) {
    const TemporaryFolder folder;
    example = std::regex_replace(example, std::regex(" \\.\\./configs"), " " HEDDLE_SOURCE_DIR "/configs");
    folder.add("e.yaml", example);
    const Ran ran = heddle({"experiment", "./e.yaml", "--check"}, folder);
    EXPECT_EQ(ran.status, 0) << ran.err << example;
  }
}

TEST(FormatPage, HasEveryKey) {
  const std::string text = page();
  for (const auto& all : {describe<Experiment>(), describe<ExperimentWorkloads>()})
    for (const ParameterInfo& key : all) {
      const std::string name = key.path.substr(key.path.rfind('.') + 1);
      EXPECT_TRUE(std::regex_search(text, std::regex("\\b" + name + ":"))) << key.path;
    }
}

}  // namespace
}  // namespace heddle::format_page_test
