// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>

#include "models/host/functional_device.hpp"
#include "tb/run/run.hpp"

namespace heddle {

/// A device without time that takes the kernels of this GPU, and holds as many CTAs at a time; max_cycles
/// limits the warp instructions of a launch.
FunctionalDevice::Options functional_device_of(const GpuConfig& gpu);

/// A program's results without time: what --functional does.
struct FunctionalRun {
  WorkloadResult result{};
  std::uint64_t warp_instructions = 0;  ///< issued, over all launches
  HostCost host{};
  std::string check_label{}, check_text{};  ///< of the check that it ran under; empty: none

  double instructions_per_second() const {
    return host.launch_seconds > 0 ? static_cast<double>(warp_instructions) / host.launch_seconds : 0;
  }
};

/// Runs the request's program on a FunctionalDevice with the GPU's memory and limits of a CTA. Throws Error
/// for whatever is wrong with the request, the kernel or the run. `check` is the name of a FunctionalCheck
/// under which it runs, or empty.
FunctionalRun run_functional(const RunRequest& request, const std::string& check = "");

/// The run as text for people.
std::string report(const RunRequest& request, const FunctionalRun& run);

}  // namespace heddle
