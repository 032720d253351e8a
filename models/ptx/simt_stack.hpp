#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "models/base/warp_register.hpp"

namespace heddle::ptx {

/// Which lanes of a warp execute where: a stack of (pc, reconvergence pc, lanes). The top entry runs until it
/// reaches its reconvergence point; the entry below then goes on with the lanes of both sides of the branch.
/// A call pushes an entry that never reaches such a point: its lanes go on below when all have returned.
class SimtStack {
 public:
  /// Entries; a program that calls deeper has no end.
  static constexpr std::size_t deepest = 1 << 16;

  SimtStack() = default;  ///< a warp that is done
  explicit SimtStack(LaneMask launched) {
    if (launched != 0) push({0, never, launched});
  }

  bool done() const { return entries_.empty(); }
  LaneMask active() const { return entries_.empty() ? 0 : top().lanes; }
  /// Lanes that have not left the kernel, wherever they stand.
  LaneMask alive() const { return entries_.empty() ? 0 : entries_[0].lanes; }
  std::uint32_t pc() const { return top().pc; }
  /// Lanes that are alive and not active, for whose next instruction `f(pc)` holds.
  template <class F>
  LaneMask waiting_where(F&& f) const {
    LaneMask seen = active(), found = 0;
    for (std::size_t i = entries_.size(); i-- > 0; seen |= entries_[i].lanes)
      if (const LaneMask own = entries_[i].lanes & ~seen; own != 0 && f(entries_[i].pc)) found |= own;
    return found;
  }
  std::size_t depth() const { return entries_.size(); }

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
      entries_.pop_back();
    else
      top().pc = reconvergence;
    if (next != reconvergence) push({next, reconvergence, stay});
    if (target != reconvergence) push({target, reconvergence, taken});
  }

  /// True when a further call has no room: the caller of call() asks first.
  bool full() const { return entries_.size() >= deepest; }

  /// The instruction at pc() is a call that `lanes` (of the active ones) take; the others wait behind it.
  void call(LaneMask lanes, std::uint32_t target) {
    lanes &= top().lanes;
    ++top().pc;
    if (lanes != 0)
      push({target, never, lanes});
    else
      reconverge();
  }

  /// The active lanes return from the function that was called last. Lanes that diverged inside it and have
  /// not met again return one group after the other; the caller goes on when the last has.
  void ret() {
    const LaneMask returned = top().lanes;
    std::size_t frame = entries_.size() - 1;
    while (entries_[frame].reconvergence != never) --frame;
    leave(returned, frame);
    reconverge();
  }

  /// `lanes` (of the active ones) leave the kernel; any others go on with the next instruction.
  void exit(LaneMask lanes) {
    lanes &= top().lanes;
    if (lanes != top().lanes) ++top().pc;
    leave(lanes, 0);
    reconverge();
  }

 private:
  struct Entry {
    std::uint32_t pc = 0, reconvergence = 0;
    LaneMask lanes = 0;
  };
  static constexpr std::uint32_t never = ~0u;

  Entry& top() { return entries_.back(); }
  const Entry& top() const { return entries_.back(); }

  void push(Entry entry) { entries_.push_back(entry); }
  /// Takes `lanes` out of all entries from `first` on; those that are left without lanes vanish.
  void leave(LaneMask lanes, std::size_t first) {
    std::size_t kept = first;
    for (std::size_t i = first; i < entries_.size(); ++i) {
      Entry entry = entries_[i];
      entry.lanes &= ~lanes;
      if (entry.lanes != 0) entries_[kept++] = entry;
    }
    entries_.resize(kept);
  }
  void go_to(std::uint32_t pc) {
    top().pc = pc;
    reconverge();
  }
  void reconverge() {
    while (!entries_.empty() && top().pc == top().reconvergence) entries_.pop_back();
  }

  std::vector<Entry> entries_;
};

}  // namespace heddle::ptx
