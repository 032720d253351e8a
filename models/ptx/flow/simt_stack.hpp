// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <vector>

#include "models/base/digest.hpp"
#include "models/ptx/flow/thread_paths.hpp"

namespace heddle::ptx {

/// Which lanes of a warp execute where: a stack of (pc, reconvergence pc, lanes). The top entry runs until it
/// reaches its reconvergence point; the entry below then goes on with the lanes of both sides of the branch.
/// A call pushes an entry that never reaches such a point: its lanes go on below when all have returned.
/// With independent threads it holds the path that executes, and ThreadPaths holds the others.
class SimtStack {
 public:
  /// Entries; a program that calls deeper has no end.
  static constexpr std::size_t deepest = 1 << 16;

  SimtStack() = default;  ///< a warp that is done
  explicit SimtStack(LaneMask launched, bool independent_threads = false) {
    top_ = {0, never, launched};
    if (independent_threads) threads_ = std::make_unique<ThreadPaths>(launched);
  }

  bool done() const { return top_.lanes == 0; }
  LaneMask active() const { return top_.lanes; }
  /// Lanes that have not left the kernel, wherever they stand.
  LaneMask alive() const {
    if (threads_ != nullptr) return threads_->alive();
    return below_.empty() ? top_.lanes : below_[0].lanes;
  }
  bool independent_threads() const { return threads_ != nullptr; }
  std::uint32_t pc() const { return top_.pc; }
  /// Lanes that are alive and not active, for whose next instruction `f(pc)` holds.
  template <class F>
  LaneMask waiting_where(F&& f) const {
    LaneMask seen = active(), found = 0;
    if (threads_ != nullptr) {
      threads_->for_each_standing([&](LaneMask lanes, std::uint32_t pc) {
        if (f(pc)) found |= lanes;
      });
      return found;
    }
    for (std::size_t i = below_.size(); i-- > 0; seen |= below_[i].lanes)
      if (const LaneMask own = below_[i].lanes & ~seen; own != 0 && f(below_[i].pc)) found |= own;
    return found;
  }
  std::size_t depth() const {
    return done() ? 0 : threads_ != nullptr ? threads_->open() + 1 : below_.size() + 1;
  }
  /// The same for two warps whose lanes stand alike; for others it differs, but for one in 2^64.
  std::uint64_t digest() const {
    std::uint64_t sum = 0;
    const auto add = [&](const Entry& e) {
      sum = heddle::digest(heddle::digest(sum, std::uint64_t{e.pc} << 32 | e.reconvergence), e.lanes);
    };
    for (const Entry& e : below_) add(e);
    add(top_);
    return threads_ != nullptr ? threads_->digest(sum) : sum;
  }

  /// On to the next instruction.
  void advance() { go_to(top_.pc + 1); }

  /// The instruction at pc() is a branch that `taken` (of the active lanes) take; the two ways meet again at
  /// `reconvergence` (Instruction::reconvergence). The lanes that jump run first.
  void branch(LaneMask taken, std::uint32_t target, std::uint32_t reconvergence) {
    if (threads_ != nullptr) return threads_->branch(top_, taken, target, reconvergence);
    const LaneMask active = top_.lanes, stay = active & ~taken;
    taken &= active;
    if (taken == 0) return advance();
    if (stay == 0) return go_to(target);
    const std::uint32_t next = top_.pc + 1;
    // The entry becomes the one that waits at the meeting point; where one waits there already, it serves for
    // both, so that a loop which lanes leave one by one does not grow the stack.
    if (top_.reconvergence == reconvergence)
      pop();
    else
      top_.pc = reconvergence;
    if (next != reconvergence) push({next, reconvergence, stay});
    if (target != reconvergence) push({target, reconvergence, taken});
  }

  /// True when a further call has no room: the caller of call() asks first.
  bool full() const { return depth() >= deepest; }

  /// The instruction at pc() is a call that `lanes` (of the active ones) take; the others wait after it.
  void call(LaneMask lanes, std::uint32_t target) {
    if (threads_ != nullptr) return threads_->call(top_, lanes, target);
    lanes &= top_.lanes;
    ++top_.pc;
    if (lanes != 0)
      push({target, never, lanes});
    else
      reconverge();
  }

  /// The active lanes return from the function that was called last. Lanes that diverged inside it and have
  /// not met again return one group after the other; the caller goes on when the last has.
  void ret() {
    if (threads_ != nullptr) return threads_->ret(top_);
    const LaneMask returned = top_.lanes;
    std::size_t frame = below_.size();  // counted from the bottom; the top entry comes last
    if (top_.reconvergence != never)
      for (--frame; below_[frame].reconvergence != never;) --frame;
    leave(returned, frame);
    reconverge();
  }

  /// `lanes` (of the active ones) leave the kernel; any others go on with the next instruction.
  void exit(LaneMask lanes) {
    if (threads_ != nullptr) return threads_->exit(top_, lanes);
    lanes &= top_.lanes;
    if (lanes != top_.lanes) ++top_.pc;
    leave(lanes, 0);
    reconverge();
  }

  using Gathering = ThreadPaths::Gathering;
  /// The lanes of `members` that are alive are to execute the instruction at pc() together; in a stack, those
  /// that execute it are together.
  Gathering gather(LaneMask members) {
    return threads_ != nullptr ? threads_->gather(top_, members) : Gathering::together;
  }

 private:
  using Entry = Path;
  static constexpr std::uint32_t never = Path::never;

  void push(Entry entry) {
    below_.push_back(top_);
    top_ = entry;
  }
  void pop() {
    top_ = {};
    if (below_.empty()) return;
    top_ = below_.back();
    below_.pop_back();
  }
  /// Takes `lanes` out of all entries from number `first` on; those that are left without lanes vanish.
  void leave(LaneMask lanes, std::size_t first) {
    below_.push_back(top_);
    std::size_t kept = first;
    for (std::size_t i = first; i < below_.size(); ++i) {
      Entry entry = below_[i];
      entry.lanes &= ~lanes;
      if (entry.lanes != 0) below_[kept++] = entry;
    }
    below_.resize(kept);
    pop();
  }
  void go_to(std::uint32_t pc) {
    top_.pc = pc;
    reconverge();
  }
  void reconverge() {
    while (top_.lanes != 0 && top_.pc == top_.reconvergence) {
      if (threads_ != nullptr) return threads_->arrive(top_);
      pop();
    }
  }

  Entry top_;  ///< apart, because every instruction asks for it; without lanes when the warp is done
  std::vector<Entry> below_;
  std::unique_ptr<ThreadPaths> threads_;  ///< null: the stack
};

}  // namespace heddle::ptx
