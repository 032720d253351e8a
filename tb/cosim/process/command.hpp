// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>
#include <string>
#include <vector>

namespace heddle {

struct CommandResult {
  static constexpr int timed_out = 124;

  int exit_code = 0;   ///< 128 + n when signal n ended it, `timed_out` when it took too long
  std::string output;  ///< of both its streams
};

/// The first program of that name on the PATH; empty if there is none.
std::filesystem::path program_on_path(const std::string& name);

enum class StackLimit {
  inherited,
  highest  ///< as much as this process may allow itself, for programs that recurse deeply
};

/// Runs a program found on the PATH, without a shell, and waits for it, at most `seconds` (0: as long as it
/// takes). It and what it has started end when this process ends. Throws Error when
/// there is no such program.
CommandResult run_command(const std::vector<std::string>& words, unsigned seconds = 0,
                          StackLimit stack = StackLimit::inherited);

}  // namespace heddle
