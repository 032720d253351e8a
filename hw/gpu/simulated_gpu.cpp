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

void SimulatedGpu::launch(const LaunchRequest& request) {
  const Launch launch = make_launch(request, memory_, config_.sm, config_.sms, techniques_);
  ++launches_;
  gpu_.run(launch);
}

std::uint64_t SimulatedGpu::picoseconds() const {
  return static_cast<std::uint64_t>(sc_core::sc_time_stamp() / sc_core::sc_time(1, sc_core::SC_PS));
}

}  // namespace heddle
