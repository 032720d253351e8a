// SPDX-License-Identifier: Apache-2.0
// `heddle profile`: what user subroutines count beside the machine's statistics, and its exit status.
#include <gtest/gtest.h>

#include <fstream>

#include "models/base/data_root.hpp"
#include "tests/cli/program.hpp"

namespace heddle::profile_test {
namespace {

const std::string counts = data_file("configs/assist/count_misses.yaml").string();

TEST(Profile, ShowsThatAllMissesAreCountedAndWritesThem) {
  const TemporaryFolder folder;
  const Ran ran = heddle({"profile", "bfs", "--small", "--subroutine", counts, "--out", "found"}, folder);
  EXPECT_EQ(ran.status, 0) << ran.err;
  EXPECT_NE(ran.out.find(": equal"), std::string::npos) << ran.out;
  EXPECT_EQ(content_of(folder.path() / "found/count_misses.csv").find("word,value\n0,"), 0);
}

TEST(Profile, FailsWhereACountIsNotThatOfTheMachine) {
  const TemporaryFolder folder;
  std::string layer = content_of(counts);
  const std::string right = "read_misses";
  layer.replace(layer.find(right), right.size(), "read_hits");
  std::ofstream(folder.path() / "wrong.yaml") << layer;
  const Ran ran = heddle({"profile", "bfs", "--small", "--subroutine", "wrong.yaml", "--no-out"}, folder);
  EXPECT_EQ(ran.status, 1);
  EXPECT_NE(ran.out.find(": not equal"), std::string::npos) << ran.out;
}

TEST(Profile, NamesTheStatisticThatIsNotThere) {
  for (const auto& [wrong, said] :
       {std::pair{"sm_total.l1d.read_mises", "did you mean 'sm_total.l1d.read_misses'?"},
        std::pair{"sm_total.l1d", "a group of statistics"}}) {
    const TemporaryFolder folder;
    std::string layer = content_of(counts);
    const std::string right = "sm_total.l1d.read_misses";
    layer.replace(layer.find(right), right.size(), wrong);
    std::ofstream(folder.path() / "wrong.yaml") << layer;
    const Ran ran = heddle({"profile", "bfs", "--small", "--subroutine", "wrong.yaml", "--no-out"}, folder);
    EXPECT_EQ(ran.status, 1);
    EXPECT_NE(ran.err.find("wrong.yaml:12:"), std::string::npos) << ran.err;
    EXPECT_NE(ran.err.find(said), std::string::npos) << ran.err;
  }
}

TEST(Profile, RefusesWhatIsNoSubroutine) {
  const TemporaryFolder folder;
  std::ofstream(folder.path() / "none.yaml") << "caba: {what: none}\n";
  expect_refused(folder, {"profile", "bfs", "--small", "--subroutine", "none.yaml"},
                 {"there is no subroutine to profile with"});
}

}  // namespace
}  // namespace heddle::profile_test
