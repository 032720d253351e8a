#include "hw/gpu/simulated_gpu.hpp"

namespace heddle {

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

void SimulatedGpu::launch(const ptx::Kernel& kernel, Dim3 grid, Dim3 cta,
                          std::span<const std::byte> arguments) {
  const Launch launch = make_launch(kernel, grid, cta, arguments, memory_, config_.sm);
  ++launches_;
  gpu_.run(launch);
}

}  // namespace heddle
