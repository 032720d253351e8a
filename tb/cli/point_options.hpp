// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <CLI/CLI.hpp>

#include "tb/experiment/point_runs.hpp"

namespace heddle {

/// Adds --jobs, --perturb, --perturb-up-to, --force, --points and --points-mib.
void add_point_options(CLI::App& app, PointRunOptions& options);

}  // namespace heddle
