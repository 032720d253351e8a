// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "hw/sm/warp_scheduler/warp_scheduler.hpp"

namespace heddle {

/// Which warps may issue instructions of the program. Any number of holders, who must all agree. The mask
/// holds until its holder sets another, in its `begin_cycle` at the latest.
class IssueGate {
 public:
  WarpMask open() const { return open_; }

 protected:
  IssueGate() = default;
  ~IssueGate() = default;
  void set_open(WarpMask warps) { open_ = warps; }

 private:
  WarpMask open_ = ~WarpMask{0};
};

}  // namespace heddle
