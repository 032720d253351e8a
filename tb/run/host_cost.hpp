#pragma once

#include <cstdint>

#include "models/host/device.hpp"

namespace heddle {

/// What the simulator itself took: no part of the statistics.
struct HostCost {
  double launch_seconds = 0;     ///< processor time in launches
  double seconds = 0;            ///< processor time of the process, building and checking included
  std::uint64_t peak_bytes = 0;  ///< resident memory
};

/// A device that measures the time in which another one runs kernels.
class TimedDevice final : public Device {
 public:
  explicit TimedDevice(Device& device) : device_(device) {}
  DevicePointer allocate(std::size_t bytes) override { return device_.allocate(bytes); }
  void write(DevicePointer to, std::span<const std::byte> from) override { device_.write(to, from); }
  void read(std::span<std::byte> to, DevicePointer from) override { device_.read(to, from); }
  void release(DevicePointer buffer) override { device_.release(buffer); }
  std::uint64_t picoseconds() const override { return device_.picoseconds(); }
  void launch(const LaunchRequest& request) override;

  /// What this process has taken so far.
  HostCost cost() const;

 private:
  Device& device_;
  double seconds_ = 0;
};

}  // namespace heddle
