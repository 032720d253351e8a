// SPDX-License-Identifier: Apache-2.0
#pragma once

namespace heddle {

/// Decides in which resets of a co-simulation the RTL gets no clock edge. Reset is asynchronous in every
/// block's contract, so clock edges in reset must change nothing: every other reset begins and ends between
/// two edges. RTL that resets only at an edge then keeps its state and outputs, which shows the fault.
class ResetEdges {
 public:
  /// To be asked once a cycle: does the RTL get a clock edge in it? In the first reset it does.
  bool edge(bool in_reset) {
    if (in_reset && !in_reset_) clocked_ = !clocked_;
    in_reset_ = in_reset;
    return clocked_ || !in_reset;
  }

 private:
  bool in_reset_ = false, clocked_ = false;
};

}  // namespace heddle
