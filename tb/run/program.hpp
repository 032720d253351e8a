// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>

#include "tb/run/run.hpp"

namespace heddle {

/// Does it run a workload, and neither a kernel nor a program of the caller's?
bool is_workload(const RunRequest& request);

/// Returns the measure of the quality of the workload's approximated output.
ErrorMeasure measure_of(const RunRequest& request);

/// The PTX variant of the workload that runs: the request's choice, or that of a technique of the machine, or
/// the default one.
std::string variant_of(const RunRequest& request, const Workload& workload);

/// How a Context compiles kernels for this GPU: as asked for, within what it has.
ptx::BuildOptions build_options(ptx::BuildOptions wanted, const GpuConfig& gpu);

/// What runs on the device: the request's workload, or its kernels as its launch file says. Everything that
/// can be read and checked without a device is; throws Error for what is wrong.
std::function<WorkloadResult(Device&)> program_of(const RunRequest& request, const GpuConfig& gpu);

}  // namespace heddle
