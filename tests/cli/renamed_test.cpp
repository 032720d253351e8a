// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>
#include <yaml-cpp/yaml.h>

#include <algorithm>

#include "tests/cli/program.hpp"

namespace heddle::renamed_test {
namespace {

std::set<std::string> words_of(const std::string& text) {
  const auto in_word = [](char c) { return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_'; };
  std::set<std::string> words;
  for (auto at = text.begin(); at != text.end();) {
    const auto from = std::find_if(at, text.end(), in_word);
    at = std::find_if_not(from, text.end(), in_word);
    words.emplace(from, at);
  }
  return words;
}

/// Every new name of the table is a key of the schema or a statistic of a run, and no old name is.
TEST(Renamed, EveryNewNameIsThereAndNoOldOne) {
  const TemporaryFolder folder;
  std::string all = heddle({"config", "schema"}, folder).out;
  for (const std::string policy : {"merge", "move", "thread"}) {
    const Ran ran = heddle({"run", "vectoradd", "--small", "--with", "warped_compression", "--config",
                            HEDDLE_SOURCE_DIR "/configs/coverage/full_bdi.yaml", "--set",
                            "warped_compression.divergence=" + policy, "--out", policy},
                           folder);
    ASSERT_EQ(ran.status, 0) << ran.err;
    all += content_of(folder.path() / policy / "stats.json");
  }
  const std::set<std::string> words = words_of(all);
  for (const auto& entry : YAML::LoadFile(HEDDLE_SOURCE_DIR "/configs/renamed.yaml")) {
    EXPECT_TRUE(words.contains(entry.second.as<std::string>())) << entry.second;
    EXPECT_FALSE(words.contains(entry.first.as<std::string>())) << entry.first;
  }
}

TEST(Renamed, AnOldKeyAndAnOldStatisticAreRefusedWithTheirNamesOfToday) {
  const TemporaryFolder folder;
  expect_refused(folder,
                 {"run", "vectoradd", "--small", "--gpu", "fermi_jeon2015", "--with",
                  "register_virtualization", "--set", "register_virtualization.keepers=1", "--out", "r"},
                 {"unknown key", "did you mean 'register_virtualization.guaranteed_ctas'?"});
  expect_refused(folder,
                 {"run", "vectoradd", "--small", "--with", "warped_compression", "--samples", "s.csv",
                  "--sample", "sm0.register_file.warped_compression.compressed_plain", "--out", "r"},
                 {"did you mean 'sm0.register_file.warped_compression.compressor_uncompressed'?"});
}

}  // namespace
}  // namespace heddle::renamed_test
