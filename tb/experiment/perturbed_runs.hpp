// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <span>
#include <string>
#include <vector>

#include "hw/gpu/gpu_config.hpp"
#include "tb/experiment/experiment_table.hpp"

namespace heddle {

/// Runs of a point at most, the one that is not perturbed with them.
inline constexpr unsigned most_perturbed_runs = 9;

/// Assignments that make run k (from 0) of a point: the machine as it is, then with the latencies of the
/// raster operations unit (l2.rop_latency) and of the memory controllers (dram.controller.latency) one cycle
/// shorter or longer, and each CTA up to three cycles later (sm.cta_start_delay, with seed k), which no
/// figure should depend on. All machines of an experiment are perturbed alike.
std::vector<std::string> perturbation(unsigned k, const GpuConfig& gpu);

/// Half of the 95 % confidence interval of the mean of values that are normally distributed (Student's t);
/// NaN for less than two, or where one is NaN.
double half_interval(std::span<const double> values);

/// The table of several runs of each point, by run: each value is the mean over the runs, with its spread.
/// Of `runs_of[w]` of them at most the row of workload w counts; means over the workloads have all runs.
/// One table stays as it is.
ExperimentTable merged(std::vector<ExperimentTable> runs, const std::vector<unsigned>& runs_of);

}  // namespace heddle
