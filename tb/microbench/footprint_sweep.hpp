#pragma once

#include <span>

#include "hw/gpu/gpu_config.hpp"
#include "tb/microbench/load_curve.hpp"

namespace heddle {

/// The bandwidth of reads that go round a footprint: below the L2's size, and beyond. The access pattern is
/// that of gpumembench's cachebench (Konstantinidis and Cotronis, PDP 2016): six CTAs of eight warps an SM;
/// each CTA goes round `step` KiB of its own, each warp over every eighth line of them, with one read under
/// way. The L1 is left out, since 16 KB hold none of it.
struct FootprintSweep {
  GpuConfig gpu{};
  unsigned pause = 11;  ///< cycles of the SMs between two loads: an instruction that depends on the first
  unsigned measured = 30'000;  ///< cycles of the SMs, after each warp has gone round twice
};

/// For each step a point: the footprint in KB of 1000 B as load that is offered, GB/s as load that is
/// accepted, and ns of a round trip. May be called once in a process.
LoadCurve measure(const FootprintSweep& sweep, std::span<const unsigned> steps);

}  // namespace heddle
