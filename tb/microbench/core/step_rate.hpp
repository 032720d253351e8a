// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "hw/sm/warps/sm_observer.hpp"

namespace heddle {

/// Watches the issue of the instructions whose line of PTX ends with `step_mark`: how many of them an SM
/// issues in a cycle while it is busy with them. The begin and the end, when not all warps run, do not count.
class StepRate final : public SmObserver {
 public:
  void launch_begins(unsigned sm, const Launch& launch) override;
  void issued(unsigned sm, const IssuedInstruction& i, Cycle now) override;

  /// Of the last launch: the steps between the first and the last quarter of all, over their cycles.
  double steps_a_cycle() const;

 private:
  std::vector<bool> marked_;   ///< by pc
  std::vector<Cycle> issued_;  ///< when each was, in order
};

}  // namespace heddle
