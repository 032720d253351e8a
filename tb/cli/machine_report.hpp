#pragma once

#include <string>

#include "tb/cli/simulation.hpp"

namespace heddle {

/// What became of issue slots, cache accesses, memory bandwidth and energy, and what each kernel took: lines
/// of the report. Parts that the GPU does not have are left out.
std::string machine_report(const Simulation& run);

}  // namespace heddle
