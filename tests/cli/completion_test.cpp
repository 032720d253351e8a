// SPDX-License-Identifier: Apache-2.0
// heddle completion: what bash makes of the script, and what it offers.
#include <gtest/gtest.h>

#include <cstdlib>

#include "tests/cli/program.hpp"

namespace heddle::completion_test {
namespace {

/// The words that bash offers for the last word of a command line, with a line break ahead of each.
std::string offered(const std::string& words) {
  const TemporaryFolder folder;
  folder.add("heddle.bash", heddle({"completion", "bash"}, folder).out);
  folder.add("ask.bash",
             "set -eu\nsource heddle.bash\nCOMP_WORDS=(" + words +
                 ")\nCOMP_CWORD=$((${#COMP_WORDS[@]} - 1))\n_heddle\nprintf '%s\\n' \"${COMPREPLY[@]}\"\n");
  EXPECT_EQ(std::system(("cd '" + folder.path().string() + "' && bash ask.bash >out 2>err").c_str()), 0)
      << content_of(folder.path() / "err");
  return "\n" + content_of(folder.path() / "out");
}

bool offers(const std::string& words, const std::string& word) {
  return offered(words).find("\n" + word + "\n") != std::string::npos;
}

TEST(Completion, OffersCommandsOptionsAndNames) {
  EXPECT_TRUE(offers("heddle sw", "sweep"));
  EXPECT_FALSE(offers("heddle sw", "run"));
  EXPECT_TRUE(offers("heddle run --comp", "--compare"));
  EXPECT_TRUE(offers("heddle run path", "pathfinder"));
  EXPECT_TRUE(offers("heddle cosim bdi_c", "bdi_compressor"));
  EXPECT_TRUE(offers("heddle run pathfinder --with reg", "register_virtualization"));
  EXPECT_TRUE(offers("heddle sweep pathfinder --with f", "five"));
  EXPECT_TRUE(offers("heddle run pathfinder --gpu gtx480_l", "gtx480_lee2015"));
  EXPECT_TRUE(offers("heddle experiment lee2015_fig9", "lee2015_fig9"));
  EXPECT_TRUE(offers("heddle verify bdi_d", "bdi_decompressor"));
}

TEST(Completion, OfOtherShellsHasTheSameWords) {
  const TemporaryFolder folder;
  const std::string zsh = heddle({"completion", "zsh"}, folder).out,
                    fish = heddle({"completion", "fish"}, folder).out;
  EXPECT_NE(zsh.find("bashcompinit"), std::string::npos);
  EXPECT_NE(zsh.find("_heddle"), std::string::npos);
  for (const char* line : {"-f -a sweep -d 'Run a program on machines",
                           "__fish_seen_subcommand_from run' -l compare -d", "-l with -x -a 'caba"})
    EXPECT_NE(fish.find(line), std::string::npos) << line;
  expect_refused(folder, {"completion", "bsh"}, {"no completion for this shell", "did you mean 'bash'"});
}

}  // namespace
}  // namespace heddle::completion_test
