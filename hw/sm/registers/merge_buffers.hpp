#pragma once

#include "models/ptx/program.hpp"

namespace heddle {

/// The buffers in which instructions that write some lanes of a register merge them with its others, where an
/// encoding asks for that (PartialWrites::merged). A buffer holds a register from issue until it is written.
class MergeBuffers {
 public:
  explicit MergeBuffers(unsigned buffers) : buffers_(buffers), free_(buffers) {}

  /// Is there room for any instruction that merges, whatever it writes?
  bool room() const { return free_ >= ptx::max_destinations; }
  void take(unsigned registers) { free_ -= registers; }
  void give_back() { ++free_; }
  unsigned taken() const { return buffers_ - free_; }

 private:
  const unsigned buffers_;
  unsigned free_;
};

}  // namespace heddle
