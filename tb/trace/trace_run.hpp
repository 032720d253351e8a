// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "hw/gpu/gpu_config.hpp"
#include "models/base/statistics.hpp"
#include "tb/trace/trace_file.hpp"

namespace heddle {

/// Where a trace enters the memory.
enum class TraceInto { l2, dram };

struct TraceRequest {
  std::string path{};
  TraceReading reading{};
  TraceInto into = TraceInto::l2;  ///< through crossbar and L2, or straight into the memory controllers
  unsigned window = 1024;          ///< requests under way at once
  GpuConfig gpu{};
};

/// Replays a trace at the clock of the SMs, with its sources in place of the SMs, and fills `stats`: the
/// group trace, and those of the memory. Throws Error for a bad trace, a source beyond the GPU's SMs, and a
/// memory that does not answer.
void run_trace(const TraceRequest& request, StatGroup& stats);

/// The report for the terminal.
std::string trace_report(const TraceRequest& request, const StatGroup& stats);

}  // namespace heddle
