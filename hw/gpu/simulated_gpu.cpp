// SPDX-License-Identifier: Apache-2.0
#include "hw/gpu/simulated_gpu.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "models/host/launch.hpp"
#include "models/host/status.hpp"

namespace heddle {
namespace {

/// What the techniques make of a launch. Where they do not go with each other or with the kernel, nothing is
/// wrong with either: the machine does not support it.
Launch supported_launch(const LaunchRequest& request, const MemoryMap& memory, const GpuConfig& config,
                        const Techniques& techniques) {
  try {
    return make_launch(request, memory, config.sm, config.sms, techniques);
  } catch (const ApiError&) {
    throw;
  } catch (const Error& error) {
    throw ApiError(Status::not_supported, error.problem());
  }
}

}  // namespace

void SimulatedGpu::write(DevicePointer to, std::span<const std::byte> from) {
  if (from.empty()) return;
  memory_.require(to, from.size());
  gpu_.write(to, from);
}

void SimulatedGpu::read(std::span<std::byte> to, DevicePointer from) {
  if (to.empty()) return;
  memory_.require(from, to.size());
  gpu_.read(from, to);
}

LineUse SimulatedGpu::use_of(std::uint64_t address) const {
  const auto limited = [](std::uint64_t n) {
    return static_cast<std::uint16_t>(std::min<std::uint64_t>(n, 0xffff));
  };
  const Allocation* const buffer = memory_.check(address, 1);
  return {.buffer = limited(buffer == nullptr ? 0 : buffer->number),
          .buffers = limited(memory_.made()),
          .launch = limited(launches_),
          .kernel = kernel_};
}

void SimulatedGpu::launch(const LaunchRequest& request) {
  if (!kernel_.empty())
    throw ApiError(Status::launch_failed,
                   {.place = fmt::format("{}: kernel {}", request.kernel.file, request.kernel.name),
                    .what = "an earlier launch failed, and the machine runs no other one after it",
                    .value = kernel_,
                    .legal = "copies of memory"});
  check_divergence(request.kernel, divergence());
  Launch launch = supported_launch(request, memory_, config_, techniques_);
  if (config_.sm.l1i_kept) launch.code_at = code_places_.of(launch);
  ++launches_;
  kernel_ = request.kernel.name;
  gpu_.run(launch);
  kernel_.clear();
}

std::map<std::string, std::string> SimulatedGpu::files() {
  std::map<std::string, std::string> texts = gpu_.files();
  for (const auto& t : techniques_)
    texts.merge(t->files([this](std::uint64_t address, std::span<std::byte> to) { gpu_.read(address, to); }));
  return texts;
}

std::uint64_t SimulatedGpu::picoseconds() const {
  return static_cast<std::uint64_t>(sc_core::sc_time_stamp() / sc_core::sc_time(1, sc_core::SC_PS));
}

}  // namespace heddle
