#pragma once

#include <cstdint>
#include <vector>

#include "models/host/device.hpp"
#include "models/host/instruction_observer.hpp"
#include "models/host/launch.hpp"
#include "models/host/memory_map.hpp"

namespace heddle {

/// Runs kernels without time: CTA after CTA, each warp until it ends or waits at a barrier. The reference
/// against which the simulated GPU's results are checked.
class FunctionalDevice : public Device {
 public:
  struct Options {
    std::uint64_t memory_bytes = std::uint64_t{1} << 32;
    std::uint64_t max_instructions =
        4'000'000'000;  ///< warp instructions a launch; more counts as an endless loop
    LaunchLimits limits{};
  };

  FunctionalDevice() : FunctionalDevice(Options{}) {}
  explicit FunctionalDevice(Options options) : options_(options), map_(options.memory_bytes) {}

  DevicePointer allocate(std::size_t bytes) override;
  void release(DevicePointer buffer) override;
  void write(DevicePointer to, std::span<const std::byte> from) override;
  void read(std::span<std::byte> to, DevicePointer from) override;
  /// Also throws Error for accesses outside memory, barrier deadlock, and kernels that do not end.
  void launch(const LaunchRequest&) override;

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
  std::vector<std::vector<std::byte>> storage_;  ///< parallel to map_.allocations()
  std::uint64_t warp_instructions_ = 0;
  InstructionObserver* observer_ = nullptr;
  ResultModel* results_ = nullptr;
};

}  // namespace heddle
