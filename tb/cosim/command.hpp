#pragma once

#include <string>
#include <vector>

namespace heddle {

struct CommandResult {
  int exit_code = 0;   ///< 128 + n when signal n ended it
  std::string output;  ///< of both its streams
};

/// Runs a program found on the PATH, without a shell, and waits for it. Throws Error when there is no such
/// program.
CommandResult run_command(const std::vector<std::string>& words);

}  // namespace heddle
