// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "models/host/context.hpp"
#include "tb/microbench/core/core_measurement.hpp"

namespace heddle {

/// The kernels that measure_launches runs, behind the head of a module.
std::string launch_kernels();

/// What launches of one warp take, in cycles of `period_fs`, from the launch until its last answer: with its
/// code, and its parameters, here or there. They must be the first launches on the machine.
std::vector<CoreMeasurement> measure_launches(Context& context, const Module& module,
                                              std::uint64_t period_fs);

}  // namespace heddle
