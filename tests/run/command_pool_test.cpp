// SPDX-License-Identifier: Apache-2.0
#include "tb/run/command_pool.hpp"

#include <gtest/gtest.h>

#include "models/base/error.hpp"

namespace heddle::command_pool_test {
namespace {

std::string failure(const std::string& script) {
  try {
    run_commands({{.label = "good", .words = {"/bin/sh", "-c", "exit 0"}},
                  {.label = "bad", .words = {"/bin/sh", "-c", script}}},
                 1);
  } catch (const Error& e) {
    return e.what();
  }
  return "";
}

TEST(CommandPool, TellsWhatAFailedCommandSaid) {
  EXPECT_EQ(failure("exit 0"), "");
  EXPECT_NE(failure("echo broken; exit 3").find("bad: the run failed; it said: broken"), std::string::npos);
}

TEST(CommandPool, TellsOfACommandThatDiedWithoutAWord) {
  EXPECT_NE(failure("kill -SEGV $$").find("bad: the run failed; it said nothing; exit status 139"),
            std::string::npos)
      << failure("kill -SEGV $$");
}

}  // namespace
}  // namespace heddle::command_pool_test
