#pragma once

#include <array>
#include <cassert>
#include <cstdint>

#include "models/base/warp_register.hpp"

namespace heddle::ptx {

/// Which lanes of a warp execute where: a stack of (pc, reconvergence pc, lanes). The top entry runs until it
/// reaches its reconvergence point; the entry below then goes on with the lanes of both sides of the branch.
class SimtStack {
 public:
  SimtStack() = default;  ///< a warp that is done
  explicit SimtStack(LaneMask launched) {
    if (launched != 0) entries_[depth_++] = {0, never, launched};
  }

  bool done() const { return depth_ == 0; }
  LaneMask active() const { return depth_ == 0 ? 0 : top().lanes; }
  /// Lanes that have not left the kernel, wherever they stand.
  LaneMask alive() const { return depth_ == 0 ? 0 : entries_[0].lanes; }
  std::uint32_t pc() const { return top().pc; }
  unsigned depth() const { return depth_; }

  /// On to the next instruction.
  void advance() { go_to(top().pc + 1); }

  /// The instruction at pc() is a branch that `taken` (of the active lanes) take; the two ways meet again at
  /// `reconvergence` (Instruction::reconvergence). The lanes that jump run first.
  void branch(LaneMask taken, std::uint32_t target, std::uint32_t reconvergence) {
    const LaneMask active = top().lanes, stay = active & ~taken;
    taken &= active;
    if (taken == 0) return advance();
    if (stay == 0) return go_to(target);
    const std::uint32_t next = top().pc + 1;
    // The entry becomes the one that waits at the meeting point; where one waits there already, it serves for
    // both, so that a loop which lanes leave one by one does not grow the stack.
    if (top().reconvergence == reconvergence)
      --depth_;
    else
      top().pc = reconvergence;
    if (next != reconvergence) push({next, reconvergence, stay});
    if (target != reconvergence) push({target, reconvergence, taken});
  }

  /// `lanes` (of the active ones) leave the kernel; any others go on with the next instruction.
  void exit(LaneMask lanes) {
    lanes &= top().lanes;
    const bool all = lanes == top().lanes;
    if (!all) ++top().pc;
    unsigned kept = 0;
    for (unsigned i = 0; i < depth_; ++i) {
      Entry entry = entries_[i];
      entry.lanes &= ~lanes;
      if (entry.lanes != 0) entries_[kept++] = entry;
    }
    depth_ = kept;
    reconverge();
  }

 private:
  struct Entry {
    std::uint32_t pc = 0, reconvergence = 0;
    LaneMask lanes = 0;
  };
  static constexpr std::uint32_t never = ~0u;
  /// Every divergence splits off at least one of 32 lanes, and costs two entries more at most.
  static constexpr unsigned capacity = 2 * warp_size;

  Entry& top() { return entries_[depth_ - 1]; }
  const Entry& top() const { return entries_[depth_ - 1]; }

  void push(Entry entry) {
    assert(depth_ < capacity);
    entries_[depth_++] = entry;
  }
  void go_to(std::uint32_t pc) {
    top().pc = pc;
    reconverge();
  }
  void reconverge() {
    while (depth_ > 0 && top().pc == top().reconvergence) --depth_;
  }

  std::array<Entry, capacity> entries_{};
  unsigned depth_ = 0;
};

}  // namespace heddle::ptx
