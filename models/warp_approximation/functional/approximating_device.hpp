// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <optional>
#include <vector>

#include "models/host/device_wrapper.hpp"
#include "models/host/functional_device.hpp"
#include "models/host/instruction_observer.hpp"
#include "models/warp_approximation/functional/counts.hpp"
#include "models/warp_approximation/functional/warp.hpp"

namespace heddle::approximate {

/// A mark for each instruction of Kernel::code.
using Marks = std::vector<Mark>;

/// Approximates the warps of a launch. Throws Error where the banks do not deliver the program's values.
class Approximation : public ResultModel {
 public:
  explicit Approximation(const Parameters& parameters) : parameters_(parameters) {}

  void begin_launch(Marks marks) { marks_ = std::move(marks); }
  void begin_cta(unsigned cta, unsigned warps) override;
  void observe(const ObservedInstruction&) override;
  LaneMask computing() const override { return execution_.executed; }
  void executed(ptx::RegisterRefs<ptx::max_destinations>& destinations) override;

  const Counts& counts() const { return counts_; }

 private:
  void check_reads(const ObservedInstruction&) const;
  void count_moves();

  const Parameters parameters_;
  Marks marks_;
  /// Of each CTA that there is at a time, its warps; none of one that has not begun.
  std::vector<std::vector<std::optional<Warp>>> ctas_;
  Counts counts_;
  // The instruction that was observed last.
  Warp* warp_ = nullptr;
  const ptx::Instruction* instruction_ = nullptr;
  Mark mark_;
  Execution execution_;
};

/// Runs kernels on a functional device as Warp Approximation would (Wong2016), without time.
class ApproximatingDevice : public DeviceWrapper {
 public:
  using Marker = std::function<Marks(const ptx::Kernel&)>;
  /// The inner device has no other observer meanwhile.
  ApproximatingDevice(FunctionalDevice& inner, const Parameters&, Marker);
  ~ApproximatingDevice() override;
  ApproximatingDevice(const ApproximatingDevice&) = delete;
  ApproximatingDevice& operator=(const ApproximatingDevice&) = delete;

  void launch(const LaunchRequest&) override;

  const Counts& counts() const { return approximation_.counts(); }  ///< over all launches

 private:
  FunctionalDevice& functional_;
  Marker marker_;
  Approximation approximation_;
};

}  // namespace heddle::approximate
