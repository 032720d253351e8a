// SPDX-License-Identifier: Apache-2.0
// Running other programs.
#include "tb/cosim/process/command.hpp"

#include <gtest/gtest.h>
#include <sys/wait.h>
#include <unistd.h>

#include <chrono>
#include <csignal>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <thread>

#include "models/base/error.hpp"

namespace heddle::command_test {
namespace {

namespace fs = std::filesystem;

TEST(Command, BothStreamsAndTheExitCode) {
  const CommandResult r = run_command({"sh", "-c", "echo one; echo two >&2; exit 5"});
  EXPECT_EQ(r.exit_code, 5);
  EXPECT_EQ(r.output, "one\ntwo\n");
}

TEST(Command, OneThatIsNotThereIsNamed) {
  try {
    run_command({"no-such-program"});
    FAIL() << "it ran";
  } catch (const Error& error) {
    EXPECT_EQ(error.problem().value, "no-such-program");
  }
}

TEST(Command, EndsWhenItsTimeIsOver) { EXPECT_EQ(run_command({"sleep", "1000"}, 1).exit_code, 124); }

/// Counts the processes with this word as an argument.
unsigned running(const std::string& word) {
  unsigned count = 0;
  for (const auto& process : fs::directory_iterator("/proc", fs::directory_options::skip_permission_denied)) {
    std::ifstream in(process.path() / "cmdline", std::ios::binary);
    const std::string line{std::istreambuf_iterator<char>(in), {}};
    count += line.find('\0' + word + '\0') != std::string::npos;
  }
  return count;
}
bool soon(const auto& condition) {
  for (unsigned attempt = 0; attempt < 100; ++attempt) {
    if (condition()) return true;
    std::this_thread::sleep_for(std::chrono::milliseconds(100));
  }
  return false;
}

TEST(Command, NothingIsLeftWhenThisProcessIsKilled) {
  const std::string word = std::to_string(100'000'000 + ::getpid());  // seconds that no one else uses
  const pid_t child = ::fork();
  ASSERT_GE(child, 0);
  if (child == 0) {
    run_command({"sh", "-c", "sleep " + word + "; true"});
    ::_exit(0);
  }
  ASSERT_TRUE(soon([&] { return running(word) != 0; }));
  ::kill(child, SIGKILL);
  ::waitpid(child, nullptr, 0);
  EXPECT_TRUE(soon([&] { return running(word) == 0; })) << "the program's own child is still there";
}

}  // namespace
}  // namespace heddle::command_test
