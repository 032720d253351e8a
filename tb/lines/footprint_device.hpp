// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <map>
#include <vector>

#include "models/host/device_wrapper.hpp"
#include "models/host/functional_device.hpp"
#include "tb/lines/footprint.hpp"

namespace heddle {

/// Passes every call on to a FunctionalDevice, and watches what is read and written.
class FootprintDevice final : public DeviceWrapper, private InstructionObserver {
 public:
  /// `resident`: as FunctionalDevice::Options has it.
  FootprintDevice(FunctionalDevice& device, std::function<std::uint64_t(const LaunchRequest&)> resident)
      : DeviceWrapper(device), device_(device), resident_(std::move(resident)) {}

  DevicePointer allocate(std::size_t bytes) override;
  void write(DevicePointer to, std::span<const std::byte> from) override;
  void launch(const LaunchRequest& request) override;

  /// Of all that has been done so far.
  Footprint footprint();

 private:
  static constexpr std::uint8_t given = 1, was_read = 2, written = 4;
  /// A bit of each of the above for each line of a buffer.
  using Marks = std::vector<std::uint8_t>;

  void begin_cta(unsigned, unsigned) override {}
  void observe(const ObservedInstruction&) override;
  void observe_texture(const ptx::Instruction&, const ObservedInstruction&);
  void mark(DevicePointer address, std::uint64_t bytes, std::uint8_t as);
  LineContents contents(std::uint8_t marked);

  FunctionalDevice& device_;
  std::function<std::uint64_t(const LaunchRequest&)> resident_;
  std::map<DevicePointer, Marks> marks_;  ///< by the buffer's address
  ptx::WarpContext textures_{};           ///< those of the launch
  bool launched_ = false;
  Footprint so_far_{};
};

}  // namespace heddle
