// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <functional>
#include <vector>

#include "models/host/device.hpp"
#include "models/host/instruction_observer.hpp"
#include "models/host/launch.hpp"
#include "models/host/memory_map.hpp"
#include "models/host/zero_pages.hpp"

namespace heddle {

/// Runs kernels without time: CTA after CTA, each warp until it ends or waits at a barrier. Those that run
/// for long take turns, as many as a GPU holds at a time, so that one may wait for a later one
/// (ResidentCtas). The reference against which the simulated GPU's results are checked.
class FunctionalDevice : public Device {
 public:
  struct Options {
    std::uint64_t memory_bytes = std::uint64_t{1} << 32;
    std::uint64_t max_instructions = 0;  ///< warp instructions a launch; 0: no limit
    LaunchLimits limits{};
    ptx::Divergence divergence = ptx::Divergence::stack;
    ptx::CodeGeneration code_generation{};
    /// CTAs of a launch that the GPU holds at a time; null: those of 15 SMs with 8 each.
    std::function<std::uint64_t(const LaunchRequest&)> resident_ctas{};
  };

  FunctionalDevice() : FunctionalDevice(Options{}) {}
  explicit FunctionalDevice(Options options) : options_(options), map_(options.memory_bytes) {}

  DevicePointer allocate(std::size_t bytes) override;
  void release(DevicePointer buffer) override;
  void write(DevicePointer to, std::span<const std::byte> from) override;
  void read(std::span<std::byte> to, DevicePointer from) override;
  /// Also throws Error for accesses outside memory, barrier deadlock, livelock, and kernels that reach the
  /// limit.
  void launch(const LaunchRequest&) override;

  ptx::Divergence divergence() const override { return options_.divergence; }
  ptx::CodeGeneration code_generation() const override { return options_.code_generation; }

  /// Instructions that warps have issued (guarded off ones included), over all launches.
  std::uint64_t warp_instructions() const { return warp_instructions_; }

  /// From now on shows each instruction to the observer; null: to none. It must outlive the launches.
  void observe(InstructionObserver* observer) {
    observer_ = observer;
    results_ = nullptr;
  }
  /// The same, and lets the model change results.
  void change_results(ResultModel* model) {
    observer_ = model;
    results_ = model;
  }

  const MemoryMap& map() const { return map_; }
  /// The bytes of [address, address + bytes), or null when they do not lie in one allocation.
  std::byte* find(DevicePointer address, std::uint64_t bytes);

 private:
  Options options_;
  MemoryMap map_;
  std::vector<ZeroPages> storage_;  ///< parallel to map_.allocations()
  std::uint64_t warp_instructions_ = 0;
  InstructionObserver* observer_ = nullptr;
  ResultModel* results_ = nullptr;
};

}  // namespace heddle
