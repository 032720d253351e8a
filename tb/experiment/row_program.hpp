// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <set>
#include <string>
#include <vector>

#include "hw/gpu/gpu_config.hpp"
#include "models/base/read_files.hpp"
#include "tb/experiment/experiment.hpp"
#include "tb/run/run.hpp"

namespace heddle {

/// The run of a row's program, still without a machine. `ptx`: as Experiment has it.
RunRequest program_request(const ExperimentWorkload& row, const std::string& ptx);

/// Checks workload, sizes, PTX and launch file of such a run as far as that goes without a device. Returns
/// the files that were read for that. Throws Error.
std::set<ReadFile> check_program(const RunRequest& request, const GpuConfig& gpu);

/// The options of `heddle run` that say which program runs: target, launch file, sizes, PTX, registers.
std::vector<std::string> program_words(const RunRequest& request);

}  // namespace heddle
