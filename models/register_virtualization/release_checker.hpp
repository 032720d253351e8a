// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <functional>
#include <vector>

#include "models/host/functional_device.hpp"
#include "models/host/instruction_observer.hpp"
#include "models/register_virtualization/release_instruction.hpp"
#include "models/register_virtualization/release_plan.hpp"

namespace heddle {

/// Warp instructions and the metadata that warps have fetched ahead of them, counted at each fetch: what a
/// GPU without a release flag cache would decode.
struct ReleaseCounts {
  std::uint64_t instructions = 0, pirs = 0, pbrs = 0;
  double growth() const {
    return instructions == 0 ? 0 : static_cast<double>(pirs + pbrs) / static_cast<double>(instructions);
  }
};

/// Follows the warps of a launch through the encoded program of a plan, releases what it says, and throws
/// Error when a lane reads a register that has been released and that this lane has not written since.
class ReleaseChecker : public InstructionObserver {
 public:
  /// The plan must outlive the launch.
  void begin_launch(const ReleasePlan& plan) { plan_ = &plan; }
  void begin_cta(unsigned cta, unsigned warps) override {
    if (cta >= ctas_.size()) ctas_.resize(cta + 1);
    ctas_[cta].assign(warps, {});
  }
  void observe(const ObservedInstruction&) override;

  const ReleaseCounts& counts() const { return counts_; }

 private:
  struct Warp {
    std::array<LaneMask, 64> lost{};  ///< by register: lanes whose value has been released
    PirFlags flags{};
    unsigned next_flag = flags_of_pir;
  };
  void fetch_ahead(Warp&, std::uint32_t pc);
  std::uint8_t next_flags(Warp&, const ObservedInstruction&) const;
  [[noreturn]] void fail(const ObservedInstruction&, std::uint8_t reg, LaneMask lanes) const;

  const ReleasePlan* plan_ = nullptr;
  std::vector<std::vector<Warp>> ctas_;  ///< that there are at a time: their warps
  ReleaseCounts counts_;
};

/// Runs each kernel by its release plan on a functional device, under a checker.
class ReleaseCheckedDevice : public Device {
 public:
  using Planner = std::function<ReleasePlan(const LaunchRequest&)>;
  ReleaseCheckedDevice(FunctionalDevice& inner, Planner planner);
  ~ReleaseCheckedDevice() override;
  ReleaseCheckedDevice(const ReleaseCheckedDevice&) = delete;
  ReleaseCheckedDevice& operator=(const ReleaseCheckedDevice&) = delete;

  DevicePointer allocate(std::size_t bytes) override { return inner_.allocate(bytes); }
  void release(DevicePointer buffer) override { inner_.release(buffer); }
  void write(DevicePointer to, std::span<const std::byte> from) override { inner_.write(to, from); }
  void read(std::span<std::byte> to, DevicePointer from) override { inner_.read(to, from); }
  ptx::Divergence divergence() const override { return inner_.divergence(); }
  ptx::CodeGeneration code_generation() const override { return inner_.code_generation(); }
  /// Also throws what the checker finds.
  void launch(const LaunchRequest&) override;

  const ReleaseCounts& counts() const { return checker_.counts(); }  ///< over all launches

 private:
  FunctionalDevice& inner_;
  Planner planner_;
  ReleaseChecker checker_;
};

}  // namespace heddle
