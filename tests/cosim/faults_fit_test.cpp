// The faulty variants of tests/cosim/faults still fit the RTL: each text that they replace occurs exactly
// once.
#include <gtest/gtest.h>
#include <yaml-cpp/yaml.h>

#include <algorithm>
#include <filesystem>
#include <set>

#include "hw/sim/block_entry.hpp"
#include "models/base/text_file.hpp"

namespace heddle::faults_fit_test {
namespace {

namespace fs = std::filesystem;

std::size_t count(const std::string& text, const std::string& part) {
  std::size_t n = 0;
  for (std::size_t at = 0; (at = text.find(part, at)) != std::string::npos; at += part.size()) ++n;
  return n;
}

class RtlFaults : public testing::TestWithParam<std::string> {};

TEST_P(RtlFaults, FitTheRtl) {
  const std::string block = GetParam();
  const fs::path source = HEDDLE_SOURCE_DIR;
  const fs::path rtl = source / "rtl_ref" / Registry<BlockEntry>::instance().find(block).technique;
  const YAML::Node all = YAML::LoadFile((source / "tests/cosim/faults" / (block + ".yaml")).string());
  EXPECT_GE(all.size(), 15u);
  std::set<std::string> names;
  for (const YAML::Node& variant : all) {
    const auto name = variant["name"].as<std::string>();
    EXPECT_TRUE(names.insert(name).second) << name << " twice";
    EXPECT_FALSE(variant["fault"].as<std::string>().empty());
    EXPECT_FALSE(variant["shows"].as<std::string>().empty());
    for (const YAML::Node& edit : variant["edits"]) {
      fs::path file = rtl / edit["file"].as<std::string>();
      if (!fs::exists(file)) file = rtl.parent_path() / file.filename();  // what techniques share
      const std::string text = read_text_file(file, "RTL");
      EXPECT_EQ(count(text, edit["find"].as<std::string>()), 1u) << name;
      EXPECT_NE(edit["find"].as<std::string>(), edit["replace"].as<std::string>()) << name;
    }
  }
}

std::vector<std::string> blocks() {
  std::vector<std::string> all;
  for (const auto& entry : fs::directory_iterator(HEDDLE_SOURCE_DIR "/tests/cosim/faults"))
    if (entry.path().extension() == ".yaml") all.push_back(entry.path().stem());
  std::sort(all.begin(), all.end());
  return all;
}
INSTANTIATE_TEST_SUITE_P(Blocks, RtlFaults, testing::ValuesIn(blocks()),
                         [](const auto& block) { return block.param; });

}  // namespace
}  // namespace heddle::faults_fit_test
