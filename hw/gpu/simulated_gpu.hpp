// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "hw/gpu/code_places.hpp"
#include "hw/gpu/gpu.hpp"
#include "models/host/device.hpp"
#include "models/host/memory_map.hpp"

namespace heddle {

/// The platform as a device that host programs drive.
class SimulatedGpu final : public Device {
 public:
  SimulatedGpu(const GpuConfig& config, const Techniques& techniques, const BlockMaker& blocks,
               StatGroup& stats, unsigned threads = 1)
      : config_(config),
        techniques_(techniques),
        memory_(config.memory_mib << 20),
        gpu_("gpu", config, techniques, blocks, stats, threads) {
    gpu_.use_of = [this](std::uint64_t address) { return use_of(address); };
  }

  DevicePointer allocate(std::size_t bytes) override { return memory_.allocate(bytes); }
  void release(DevicePointer buffer) override { memory_.release(buffer); }
  void write(DevicePointer to, std::span<const std::byte> from) override;
  void read(std::span<std::byte> to, DevicePointer from) override;
  /// As on a real device, no launch follows one that failed while its warps ran, since they and their
  /// requests are still in the machine: it throws ApiError launch_failed.
  void launch(const LaunchRequest&) override;
  ptx::Divergence divergence() const override { return config_.sm.divergence; }
  ptx::CodeGeneration code_generation() const override { return config_.sm.code_generation(); }
  std::uint64_t picoseconds() const override;

  /// What parts of the machine and techniques leave behind at the end of a run: texts by name of a file.
  std::map<std::string, std::string> files();
  const Gpu& gpu() const { return gpu_; }
  Gpu& gpu() { return gpu_; }
  std::uint64_t launches() const { return launches_; }

 private:
  LineUse use_of(std::uint64_t address) const;

  const GpuConfig config_;
  const Techniques techniques_;
  MemoryMap memory_;
  CodePlaces code_places_;
  Gpu gpu_;
  std::uint64_t launches_ = 0;
  std::string kernel_{};  ///< that runs, or whose launch failed
};

}  // namespace heddle
