#pragma once

namespace heddle {

/// Which resets the RTL of a co-simulation spends without a clock edge. Reset is asynchronous in every
/// block's contract, so an edge in reset changes nothing and one that does not come is not missed: every
/// other reset begins and ends between two edges. RTL that resets at an edge keeps its state and its outputs
/// there.
class ResetEdges {
 public:
  /// To be asked once a cycle. Has the RTL a clock edge in it? The first reset has them.
  bool edge(bool in_reset) {
    if (in_reset && !in_reset_) clocked_ = !clocked_;
    in_reset_ = in_reset;
    return clocked_ || !in_reset;
  }

 private:
  bool in_reset_ = false, clocked_ = false;
};

}  // namespace heddle
