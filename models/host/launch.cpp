// SPDX-License-Identifier: Apache-2.0
#include "models/host/launch.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <string>
#include <utility>

#include "models/host/status.hpp"

namespace heddle {
namespace {

void check_extents(const ptx::Kernel& kernel, std::string_view what, Dim3 d, Dim3 most) {
  for (const auto& [extent, limit] : {std::pair{d.x, most.x}, {d.y, most.y}, {d.z, most.z}})
    if (extent == 0 || extent > limit)
      throw ApiError(Status::invalid_value,
                     {.place = kernel.file,
                      .what = fmt::format("launch of '{}': {} dimension out of range", kernel.name, what),
                      .value = fmt::format("{} x {} x {}", d.x, d.y, d.z),
                      .legal = fmt::format("1 to {} x {} x {}", most.x, most.y, most.z)});
}

}  // namespace

void check_launch(const LaunchRequest& launch, const LaunchLimits& limits) {
  const ptx::Kernel& kernel = launch.kernel;
  const Dim3 grid = launch.grid, cta = launch.cta;
  check_extents(kernel, "grid", grid, max_grid);
  check_extents(kernel, "CTA", cta, max_cta);
  if (const auto& [x, y, z] = kernel.required_cta; x != 0 && Dim3{x, y, z} != cta)
    throw ApiError(Status::invalid_value,
                   {.place = kernel.file,
                    .what = fmt::format("launch of '{}': not the CTA that the kernel requires", kernel.name),
                    .value = fmt::format("{} x {} x {}", cta.x, cta.y, cta.z),
                    .legal = fmt::format("{} x {} x {}, as its .reqntid says", x, y, z)});
  const std::uint32_t of_the_device = std::min(limits.threads_per_cta, max_threads_per_cta);
  const std::uint64_t most =
      kernel.max_threads != 0 ? std::min(kernel.max_threads, of_the_device) : of_the_device;
  if (cta.count() > most)
    throw ApiError(
        Status::launch_out_of_resources,
        {.place = kernel.file,
         .what = fmt::format("launch of '{}': too many threads per CTA", kernel.name),
         .value = fmt::format("{} x {} x {} = {}", cta.x, cta.y, cta.z, cta.count()),
         .legal = fmt::format("up to {}{}", most, most < of_the_device ? ", as the kernel declares" : "")});
  const std::uint64_t shared = std::uint64_t{kernel.shared_bytes} + launch.dynamic_shared_bytes;
  if (shared > limits.shared_bytes_per_cta)
    throw ApiError(Status::launch_out_of_resources,
                   {.place = kernel.file,
                    .what = fmt::format("launch of '{}': too much shared memory", kernel.name),
                    .value = fmt::format("{} bytes", shared),
                    .legal = fmt::format("up to {} bytes a CTA", limits.shared_bytes_per_cta)});
  if (launch.arguments.size() != kernel.parameter_bytes)
    throw ApiError(Status::invalid_value,
                   {.place = kernel.file,
                    .what = fmt::format("launch of '{}': parameter block has the wrong size", kernel.name),
                    .value = fmt::format("{} bytes", launch.arguments.size()),
                    .legal = fmt::format("{} bytes", kernel.parameter_bytes)});
}

void check_divergence(const ptx::Kernel& kernel, ptx::Divergence device) {
  if (kernel.divergence != device)
    throw ApiError(
        Status::invalid_value,
        {.place = kernel.file,
         .what = fmt::format("launch of '{}': it is compiled for another divergence than the device's",
                             kernel.name),
         .value = std::string(name_of(kernel.divergence)),
         .legal = fmt::format("{} (BuildOptions::divergence; a Context sets it)", name_of(device))});
}

std::uint32_t warps_per_cta(Dim3 cta) {
  return static_cast<std::uint32_t>((cta.count() + warp_size - 1) / warp_size);
}

LaneMask launched_lanes(Dim3 cta, std::uint32_t warp) {
  const std::uint64_t first = std::uint64_t{warp} * warp_size;
  if (cta.count() <= first) return 0;
  const std::uint64_t lanes = cta.count() - first;
  return lanes >= warp_size ? all_lanes : (LaneMask{1} << lanes) - 1;
}

Dim3 cta_position(Dim3 grid, std::uint64_t index) {
  const std::uint64_t rest = index / grid.x;
  return {static_cast<std::uint32_t>(index % grid.x), static_cast<std::uint32_t>(rest % grid.y),
          static_cast<std::uint32_t>(rest / grid.y)};
}

ptx::WarpContext warp_context(const LaunchRequest& launch, Dim3 ctaid, std::uint32_t warp) {
  const Dim3 grid = launch.grid, cta = launch.cta;
  ptx::WarpContext context{.kernel = &launch.kernel,
                           .ntid = {cta.x, cta.y, cta.z},
                           .ctaid = {ctaid.x, ctaid.y, ctaid.z},
                           .nctaid = {grid.x, grid.y, grid.z},
                           .warp_id = warp,
                           .parameters = launch.arguments,
                           .constants = launch.constants,
                           .constant_address = launch.constant_address,
                           .shared_bytes = launch.kernel.shared_bytes + launch.dynamic_shared_bytes,
                           .dynamic_shared_bytes = launch.dynamic_shared_bytes,
                           .textures = launch.textures};
  for (std::uint32_t lane = 0; lane < warp_size; ++lane) {
    const std::uint32_t thread = warp * warp_size + lane;
    context.tid[0][lane] = thread % cta.x;
    context.tid[1][lane] = thread / cta.x % cta.y;
    context.tid[2][lane] = thread / cta.x / cta.y;
  }
  return context;
}

}  // namespace heddle
