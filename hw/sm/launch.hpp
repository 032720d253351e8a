#pragma once

#include <cstddef>
#include <vector>

#include "hw/sm/sm_config.hpp"
#include "hw/sm/warp.hpp"
#include "models/host/device.hpp"
#include "models/host/memory_map.hpp"

namespace heddle {

/// A kernel on the GPU: what every SM needs to know of it. Immutable while it runs.
struct Launch {
  LaunchRequest request;
  const ptx::Kernel* kernel = nullptr;
  Dim3 grid, cta;
  unsigned shared_bytes = 0;  ///< a CTA
  const MemoryMap* memory = nullptr;
  std::vector<Hazards> hazards{};  ///< parallel to the kernel's code
  unsigned warps_per_cta = 0;
  unsigned ctas_per_sm = 0;  ///< that fit by every limit
};

/// Throws Error when one CTA does not fit into an SM: registers, shared memory, threads, warps.
Launch make_launch(const LaunchRequest& request, const MemoryMap& memory, const SmConfig& config);

}  // namespace heddle
