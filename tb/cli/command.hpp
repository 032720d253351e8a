// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <CLI/CLI.hpp>
#include <functional>
#include <string>

#include "models/base/registry.hpp"

namespace heddle {

/// A subcommand. Each is one file in tb/cli/commands that holds a `Registration<Command>`.
struct Command {
  std::string name;
  std::string help;  ///< one line
  /// Declares the options and returns what to run once they are parsed; its result is the exit status.
  std::function<std::function<int()>(CLI::App&)> declare;

  static constexpr const char* kind() { return "command"; }
};

}  // namespace heddle
