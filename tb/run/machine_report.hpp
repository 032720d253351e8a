// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "tb/run/run.hpp"

namespace heddle {

/// The use of issue slots, cache accesses, memory bandwidth and energy, in all and by kernel: lines of the
/// report. Parts that the GPU does not have are left out. Energy is compared with that of `baseline`, the
/// same run without techniques, if there is one.
std::string machine_report(const RunResult& run, const RunResult* baseline = nullptr);

}  // namespace heddle
