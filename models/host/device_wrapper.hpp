// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "models/host/device.hpp"

namespace heddle {

/// Passes every call on to another device, which outlives it.
class DeviceWrapper : public Device {
 public:
  explicit DeviceWrapper(Device& inner) : inner_(inner) {}
  DevicePointer allocate(std::size_t bytes) override { return inner_.allocate(bytes); }
  void release(DevicePointer buffer) override { inner_.release(buffer); }
  void write(DevicePointer to, std::span<const std::byte> from) override { inner_.write(to, from); }
  void read(std::span<std::byte> to, DevicePointer from) override { inner_.read(to, from); }
  void launch(const LaunchRequest& request) override { inner_.launch(request); }
  ptx::Divergence divergence() const override { return inner_.divergence(); }
  ptx::CodeGeneration code_generation() const override { return inner_.code_generation(); }
  std::uint64_t picoseconds() const override { return inner_.picoseconds(); }

 private:
  Device& inner_;
};

}  // namespace heddle
