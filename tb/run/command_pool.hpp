// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "models/base/error.hpp"

namespace heddle {

/// A program to run: its words, and what it is called in messages.
struct PooledCommand {
  std::string label{};
  std::vector<std::string> words{};
};

/// Runs the commands, at most `jobs` at a time, and shows on a terminal how many are done. When one fails, no
/// more are started; those that run are waited for, and Error tells what the first that failed said.
void run_commands(const std::vector<PooledCommand>& commands, unsigned jobs);

/// The same, but runs them all, and returns for each command that failed what it said, in the order of the
/// commands.
std::vector<Problem> run_all_commands(const std::vector<PooledCommand>& commands, unsigned jobs);

}  // namespace heddle
