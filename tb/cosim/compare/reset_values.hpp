// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "hw/sim/channel.hpp"
#include "hw/sim/rtl_model.hpp"

namespace heddle {

/// What every block's contract promises of its beats: while reset is asserted all pins of an output beat are
/// zero, its payload too, whatever happened before. The comparison with the model looks at a payload only
/// where it is valid, so this looks at the ports themselves. (Levels are compared at every cycle, in reset
/// too.)
class ResetValues {
 public:
  /// `channels` are the block's. Both must outlive it.
  ResetValues(RtlModel& rtl, const std::vector<Channel*>& channels);

  /// Whether the RTL's reset pin is asserted. RTL without the pin is never in reset.
  bool in_reset() const { return rst_n_ != nullptr && *rst_n_ == std::byte{0}; }

  /// To be called when all outputs have settled: names the first pin that is not zero in reset; empty when
  /// there is none, and while reset is not asserted.
  std::string complaint() const;

 private:
  struct Pin {
    std::string name;
    const std::byte* data;
    unsigned bits;
  };
  const std::byte* rst_n_ = nullptr;
  std::vector<Pin> pins_;
};

}  // namespace heddle
