// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "models/ptx/program/program.hpp"

namespace heddle {

/// The buffers in which instructions that write some lanes of a register merge them with its others, where an
/// encoding asks for that (PartialWrites::merged). A buffer holds a register from issue until it is written.
/// Instructions of the load/store unit hold theirs while they wait for memory. Where memory's answer in turn
/// waits for other instructions, as for those of assist warps, `of_memory` must leave buffers to these.
class MergeBuffers {
 public:
  /// `of_memory`: buffers that instructions of the load/store unit may hold.
  MergeBuffers(unsigned buffers, unsigned of_memory)
      : buffers_(buffers), of_memory_(of_memory), free_(buffers), free_to_memory_(of_memory) {}

  /// Is there room for any instruction that merges, whatever it writes?
  bool room(bool of_memory) const {
    return free_ >= ptx::max_destinations && (!of_memory || free_to_memory_ >= ptx::max_destinations);
  }
  void take(unsigned registers, bool of_memory) {
    free_ -= registers;
    if (of_memory) free_to_memory_ -= registers;
  }
  void give_back(bool of_memory) {
    ++free_;
    if (of_memory) ++free_to_memory_;
  }
  unsigned taken() const { return buffers_ - free_; }
  unsigned taken_by_memory() const { return of_memory_ - free_to_memory_; }

 private:
  const unsigned buffers_, of_memory_;
  unsigned free_, free_to_memory_;
};

}  // namespace heddle
