// SPDX-License-Identifier: Apache-2.0
// The progress line of a run is shown on a terminal only.
#include <gtest/gtest.h>
#include <pty.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>

#include "tb/cli/run_progress.hpp"
#include "tests/cli/program.hpp"

namespace heddle::progress_test {
namespace {

TEST(Progress, SaysHowFarALaunchIs) {
  LaunchProgress launch{.kernel = "k", .ctas_done = 0, .ctas = 400, .cycles = 1'230'000};
  EXPECT_EQ(progress_text(launch, 3, 0, 0), "k #3: 0/400 CTAs, 1.23 Mcycles");
  EXPECT_EQ(progress_text(launch, 3, 640'000, 10),
            "k #3: 0/400 CTAs, 1.23 Mcycles, 123 kcycles/s, 64 kwarp instr/s");
  launch.ctas_done = 100;
  EXPECT_EQ(progress_text(launch, 3, 640, 10),
            "k #3: 100/400 CTAs, 0:30 left, 1.23 Mcycles, 123 kcycles/s, 64 warp instr/s");
  launch.ctas_done = 1;
  EXPECT_NE(progress_text(launch, 3, 640, 10).find("1:06:30 left"), std::string::npos);
}

/// Returns what the program writes when its stderr is a terminal.
std::string on_a_terminal(std::vector<std::string> words, const TemporaryFolder& folder) {
  words.insert(words.begin(), HEDDLE_BINARY_DIR "/heddle");
  std::vector<char*> pointers;
  for (std::string& word : words) pointers.push_back(word.data());
  pointers.push_back(nullptr);
  int terminal = -1;
  winsize size{.ws_row = 24, .ws_col = 120, .ws_xpixel = 0, .ws_ypixel = 0};
  const pid_t child = forkpty(&terminal, nullptr, nullptr, &size);
  if (child == 0) {
    if (chdir(folder.path().c_str()) == 0) execv(pointers[0], pointers.data());
    _exit(127);
  }
  std::string text;
  std::array<char, 4096> part;
  for (ssize_t n; (n = read(terminal, part.data(), part.size())) > 0;)
    text.append(part.data(), static_cast<std::size_t>(n));
  close(terminal);
  int status = 0;
  waitpid(child, &status, 0);
  EXPECT_EQ(WEXITSTATUS(status), 0) << text;
  return text;
}

TEST(Progress, IsShownOnATerminalAndGoneAtTheEnd) {
  const TemporaryFolder folder;
  const std::string text = on_a_terminal({"run", "matmul", "--size", "rows=96", "--out", "seen"}, folder);
  const auto line = text.find("\r\033[K");
  ASSERT_NE(line, std::string::npos) << text;
  EXPECT_NE(text.find("CTAs, ", line), std::string::npos) << text;
  // The progress line is erased last, before the report.
  const auto last = text.rfind("\r\033[K");
  EXPECT_EQ(text.find("CTAs, ", last), std::string::npos) << text;
  EXPECT_NE(text.find("warp instructions", last), std::string::npos) << text;
  // The terminal does not change the results.
  ASSERT_EQ(heddle({"run", "matmul", "--size", "rows=96", "--out", "unseen"}, folder).status, 0);
  EXPECT_EQ(content_of(folder.path() / "seen/stats.json"), content_of(folder.path() / "unseen/stats.json"));
}

TEST(Progress, IsQuietElsewhere) {
  const TemporaryFolder folder;
  const Ran ran = heddle({"run", "matmul", "--size", "rows=96", "--no-out"}, folder);
  EXPECT_EQ(ran.status, 0);
  EXPECT_EQ(ran.err, "");
  EXPECT_EQ(ran.out.find('\r'), std::string::npos);
}

}  // namespace
}  // namespace heddle::progress_test
