// SPDX-License-Identifier: Apache-2.0
// heddle view starts what is on the PATH: here scripts that say how they were called.
#include <gtest/gtest.h>

#include <cstdlib>

#include "tests/cli/program.hpp"

namespace heddle::view_test {
namespace {

class View : public testing::Test {
 protected:
  View() {
    folder.add("w.fst", "");
    setenv("PATH", bin.path().c_str(), 1);
  }
  void install(const std::string& program) const {
    const std::filesystem::path file = bin.add(program, "#!/bin/sh\necho " + program + " \"$@\"\n");
    std::filesystem::permissions(file, std::filesystem::perms::owner_all);
  }
  std::string shown(std::vector<std::string> words) const {
    words.insert(words.begin(), "view");
    const Ran ran = heddle(words, folder);
    EXPECT_EQ(ran.status, 0) << ran.err;
    return ran.out;
  }

  TemporaryFolder folder, bin;
};

TEST_F(View, TakesTheViewBesideTheWaves) {
  install("gtkwave");
  install("surfer");
  EXPECT_EQ(shown({"w.fst"}), "gtkwave w.fst\n");
  folder.add("w.gtkw", "");
  folder.add("w.sucl", "");
  EXPECT_EQ(shown({"w.fst"}), "gtkwave w.gtkw\n");
  EXPECT_EQ(shown({"w.fst", "--with", "surfer"}), "surfer --command-file w.sucl\n");
  EXPECT_EQ(shown({"w.sucl"}), "surfer --command-file w.sucl\n");
}

TEST_F(View, TakesTheProgramThatIsThere) {
  install("surfer");
  EXPECT_EQ(shown({"w.fst"}), "surfer w.fst\n");
  expect_refused(folder, {"view", "w.fst", "--with", "gtkwave"}, {"'gtkwave'", "not on the PATH"});
}

TEST_F(View, RefusesWhatItCannotShow) {
  expect_refused(folder, {"view", "w.fst"}, {"not on the PATH", "gtkwave", "surfer"});
  expect_refused(folder, {"view", "none.fst"}, {"no such file", "'none.fst'"});
  folder.add("t.json", "{}");
  expect_refused(folder, {"view", "t.json"}, {"no file of waves", "ui.perfetto.dev"});
}

}  // namespace
}  // namespace heddle::view_test
