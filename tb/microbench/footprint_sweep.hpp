// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <span>
#include <vector>

#include "hw/gpu/gpu_config.hpp"
#include "tb/microbench/walking_source.hpp"

namespace heddle {

/// Reads that go round a footprint, smaller than the L2 and larger, as those of gpumembench's kernel (see
/// gpumembench.hpp): each CTA goes round `step` KiB of its own, each of its warps over every eighth line of
/// them. There is no L1, which would hold none of it.
struct FootprintSweep {
  GpuConfig gpu{};
  WalkingSource::Config source{};
  unsigned measured = 30'000;  ///< cycles of the SMs, after each warp has gone round twice
};
struct FootprintPoint {
  double kilobytes = 0;   ///< of 1000 B, of the whole GPU
  double gigabytes = 0;   ///< of data, a second
  double round_trip = 0;  ///< ns
};

/// A point a step. One call a process.
std::vector<FootprintPoint> measure(const FootprintSweep& sweep, std::span<const unsigned> steps);

}  // namespace heddle
