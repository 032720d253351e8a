// SPDX-License-Identifier: Apache-2.0
// The statistics of the values in registers (Lee2015 figures 2 and 12).
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "tests/cli/program.hpp"

namespace heddle::register_values_test {
namespace {

TEST(RegisterValues, AreThoseOfThePlainMachineInWhateverFormTheyAreHeld) {
  const TemporaryFolder folder;
  const auto stats = [&](std::vector<std::string> words) {
    words.insert(words.begin(),
                 {"run", "pathfinder", "--small", "--set", "sm.value_statistics=true", "--out", "r"});
    EXPECT_EQ(heddle(words, folder).status, 0);
    return nlohmann::json::parse(content_of(folder.path() / "r/stats.json"))["sm_total"]["register_file"];
  };
  const auto plain = stats({}), compressed = stats({"--with", "warped_compression"});
  unsigned long all = 0;
  for (const char* phase : {"non_divergent", "divergent"}) {
    const auto &p = plain["values"][phase], &c = compressed["values"][phase];
    unsigned long writes = 0, distances = 0;
    for (const char* bin : {"zero", "within_128", "within_32k", "random"}) {
      for (const std::string what : {"writes_", "distances_"})
        EXPECT_EQ(p[what + bin], c[what + bin]) << phase;
      writes += p[std::string("writes_") + bin].get<unsigned long>();
      distances += p[std::string("distances_") + bin].get<unsigned long>();
    }
    EXPECT_GT(writes, 0u) << phase;
    EXPECT_EQ(distances, 31 * writes) << phase;
    EXPECT_EQ(p["compressed"], 0);
    EXPECT_GT(c["compressed"], 0);
    EXPECT_GT(c["allocated"], c["compressed"]);
    all += writes;
    if (phase == std::string("divergent")) {
      EXPECT_EQ(writes, plain["partial_writes"]);
    }
  }
  EXPECT_EQ(all, plain["writes"]);
}

}  // namespace
}  // namespace heddle::register_values_test
