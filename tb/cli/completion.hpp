// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <CLI/CLI.hpp>
#include <string>
#include <vector>

namespace heddle {

/// The shells for which `completion` writes a script.
std::vector<std::string> completed_shells();

/// A script that completes the subcommands of `app` with their options, and names of workloads, techniques,
/// GPUs, blocks and experiments where they belong. Throws Error for an unknown shell.
std::string completion(const CLI::App& app, const std::string& shell);

}  // namespace heddle
