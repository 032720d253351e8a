// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

#include "models/host/device.hpp"

/// The steps of a kernel launch that are the same on every device.
namespace heddle {

/// Limits that no GPU exceeds, in each dimension (CUDA C++ Programming Guide, "Technical Specifications per
/// Compute Capability", from 3.0 on). The product of a legal grid is below 2^63.
inline constexpr Dim3 max_grid{0x7fffffff, 65'535, 65'535}, max_cta{1024, 1024, 64};
inline constexpr std::uint32_t max_threads_per_cta = 1024;

struct LaunchLimits {
  std::uint32_t threads_per_cta = max_threads_per_cta;  ///< more than that is not taken
  std::uint32_t shared_bytes_per_cta = 48 * 1024;
};

/// Throws Error when the launch has an empty dimension or one beyond `max_grid` or `max_cta`, another CTA
/// than the kernel requires, too many threads or too much shared memory a CTA, or a parameter block of
/// another size than the kernel's.
void check_launch(const LaunchRequest&, const LaunchLimits& = {});

/// Throws Error when the kernel has been compiled for lanes that diverge in another way than the device's.
void check_divergence(const ptx::Kernel&, ptx::Divergence device);

/// Warps of one CTA; the last may be partial.
std::uint32_t warps_per_cta(Dim3 cta);
/// The lanes of warp `warp` that have a thread.
LaneMask launched_lanes(Dim3 cta, std::uint32_t warp);
/// The CTA with linear number `index`, x fastest.
Dim3 cta_position(Dim3 grid, std::uint64_t index);
/// Thread and CTA numbers of a warp (`ctaid` counts from 0), parameters and constants.
ptx::WarpContext warp_context(const LaunchRequest&, Dim3 ctaid, std::uint32_t warp);

}  // namespace heddle
