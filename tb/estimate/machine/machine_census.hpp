// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "hw/sim/block_maker.hpp"
#include "hw/sim/rtl_model.hpp"
#include "tb/estimate/machine/pin_recording.hpp"

namespace heddle::estimate {

/// All blocks of a platform with the same parameters.
struct BlockGroup {
  std::string block{};
  RtlParameters parameters{};
  std::vector<std::string> overrides{};  ///< the same as assignments: "latency=2"
  std::vector<std::unique_ptr<PinRecording>> instances{};

  /// Cycles in which the pins of an instance moved, of all instances together.
  std::uint64_t moving() const;
};

/// Lists the blocks of a platform that is made with it, and observes their pins. It records the pins of as
/// many instances of each group as GateSimulation has streams. It must outlive the platform.
class MachineCensus final : public BlockWatcher {
 public:
  /// `kept_cycles`: of each instance.
  explicit MachineCensus(std::size_t kept_cycles) : kept_cycles_(kept_cycles) {}

  void watch(std::string_view block, Block& made, const ConfigTree& config) override;
  /// By block, then in the order of being made.
  std::vector<const BlockGroup*> groups() const;

 private:
  const std::size_t kept_cycles_;
  std::vector<std::unique_ptr<BlockGroup>> groups_;
  unsigned made_ = 0;
};

}  // namespace heddle::estimate
