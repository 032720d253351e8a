#include "hw/gpu/simulated_gpu.hpp"

#include <fmt/format.h>

#include "models/base/error.hpp"

namespace heddle {

void SimulatedGpu::check(DevicePointer at, std::size_t bytes, const char* what) const {
  if (!memory_.check(at, bytes))
    throw Error({.what = fmt::format("{} outside of every allocation", what),
                 .value = fmt::format("{} bytes at {:#x}", bytes, at)});
}

void SimulatedGpu::write(DevicePointer to, std::span<const std::byte> from) {
  if (from.empty()) return;
  check(to, from.size(), "a copy to the device");
  gpu_.write(to, from);
}

void SimulatedGpu::read(std::span<std::byte> to, DevicePointer from) {
  if (to.empty()) return;
  check(from, to.size(), "a copy from the device");
  gpu_.read(from, to);
}

void SimulatedGpu::launch(const ptx::Kernel& kernel, Dim3 grid, Dim3 cta, std::span<const std::byte> arguments) {
  const Launch launch = make_launch(kernel, grid, cta, arguments, memory_, config_.sm);
  ++launches_;
  gpu_.run(launch);
}

}  // namespace heddle
