// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "hw/sim/feed_forward.hpp"
#include "models/base/parameter.hpp"
#include "models/warp_approximation/broadcasting.hpp"

namespace heddle {

/// An operand as it was read, lane i in bits 32i+31..32i.
struct ReadOperand {
  WarpRegister data;
  bool broadcast;  ///< it is a similar scalar that all lanes need
  Bits<5> lane;    ///< the lane that holds this
  bool operator==(const ReadOperand&) const = default;
};

/// An operand as it is executed on.
struct SpreadOperand {
  WarpRegister data;
  bool operator==(const SpreadOperand&) const = default;
};

struct ValueBroadcasterConfig {
  static constexpr auto parameters() { return std::tuple{}; }
};

/// Gives all lanes the value of one, at the beginning of the execution: for MOVs that expand a similar
/// scalar, and for instructions of which only some operands are similar (Wong2016 sections 3.1.3 and 3.2,
/// Fig. 2b). One operand a cycle; the answer stands behind the next edge.
class ValueBroadcaster final : public FeedForward<ReadOperand, SpreadOperand> {
 public:
  using Config = ValueBroadcasterConfig;
  using PinsType = FeedForwardPins<ReadOperand, SpreadOperand>;
  static constexpr const char* block_name = "value_broadcaster";
  static unsigned settle(const Config&) { return 2; }

  ValueBroadcaster(sc_core::sc_module_name name, const Config&) : FeedForward(name, 1) {}

 private:
  SpreadOperand compute(const ReadOperand& request) override;
};

}  // namespace heddle
