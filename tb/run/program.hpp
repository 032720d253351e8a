#pragma once

#include <functional>

#include "tb/run/run.hpp"

namespace heddle {

/// What runs on the device: the request's workload, or its kernels as its launch file says. Everything that
/// can be read and checked without a device is; throws Error for what is wrong.
std::function<WorkloadResult(Device&)> program_of(const RunRequest& request, const GpuConfig& gpu);

}  // namespace heddle
