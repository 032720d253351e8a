// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "models/base/warp_register.hpp"

namespace heddle::ptx {

/// Where the lanes that execute are: `reconvergence` is where they wait for others.
struct Path {
  static constexpr std::uint32_t never = ~0u;
  std::uint32_t pc = 0, reconvergence = 0;
  LaneMask lanes = 0;
};

/// Independent thread scheduling (NVIDIA, "Tesla V100 GPU architecture"; US patent application 2016/0019066,
/// "Execution of divergent threads using a convergence barrier"): what a warp's SimtStack asks in place of
/// its stack. Each path of a warp has a program counter of its own, and each lane goes on eventually.
///
/// A branch that lanes leave in two ways opens a convergence barrier at its reconvergence point, where they
/// wait for each other. A path that has jumped back `yield_jumps` times yields to the next one; when all that
/// could execute have yielded, the lanes that wait at convergence barriers go on without the others. A call
/// is such a barrier, too: at its return address. Paths at the same instruction behind the same barriers
/// become one.
///
/// What comes next depends on the instructions of the warp alone, never on time, so that all executors agree.
class ThreadPaths {
 public:
  /// Few, so that a lane which spins soon lets go those that it waits for; lanes that leave an ordinary loop
  /// early seldom lose their convergence with the rest, since its jumps do not count unless others wait.
  static constexpr unsigned yield_jumps = 32;

  explicit ThreadPaths(LaneMask launched);

  // Each of these is given the path that executes, and leaves there the one that executes next.

  void branch(Path& top, LaneMask taken, std::uint32_t target, std::uint32_t reconvergence);
  void call(Path& top, LaneMask lanes, std::uint32_t target);
  void ret(Path& top);
  void exit(Path& top, LaneMask lanes);
  /// It stands at its reconvergence point.
  void arrive(Path& top);
  enum class Gathering { together, waits, stuck };
  /// The lanes of `members` that are alive are to execute the instruction together. `together`: they do.
  /// `waits`: some are not there yet, and another path goes on. `stuck`: these never come.
  Gathering gather(Path& top, LaneMask members);

  LaneMask alive() const { return alive_; }
  /// Convergence barriers and calls that are open.
  std::size_t open() const { return open_; }
  /// Calls f(lanes, pc) for all lanes that do not execute, with the instruction at which they stand.
  template <class F>
  void for_each_standing(F&& f) const {
    for (const Waiting& w : runnable_) f(w.lanes, w.pc);
    for (const Waiting& w : held_) f(w.lanes, w.pc);
    for (const Barrier& b : barriers_)
      if (b.arrived != 0) f(b.arrived, b.pc);
  }
  std::uint64_t digest(std::uint64_t sum) const;

 private:
  struct Barrier {
    std::uint32_t pc = 0;     ///< where its lanes meet
    std::uint32_t outer = 0;  ///< the barrier around it
    bool call = false;        ///< they arrive by returning
    LaneMask members = 0;     ///< that are still to meet; none: it is not in use
    LaneMask arrived = 0;
  };
  struct Waiting {
    std::uint32_t pc = 0, barrier = 0;  ///< the innermost
    LaneMask lanes = 0;
    LaneMask wanted = 0;   ///< of a held path: who must come
    bool yielded = false;  ///< since others went on
  };

  std::uint32_t reconvergence_of(std::uint32_t barrier) const {
    return barriers_[barrier].call ? Path::never : barriers_[barrier].pc;
  }
  std::uint32_t new_barrier(const Barrier& b);
  void free(std::uint32_t barrier);
  void arrive_at(std::uint32_t barrier, LaneMask lanes);
  void drop(std::uint32_t barrier, LaneMask lanes);
  void close_if_complete(std::uint32_t barrier);
  void add(Waiting path, bool first);
  void set_aside(const Path& top, bool yielded);
  bool next(Path& top);
  bool let_go();
  void jumped(Path& top, std::uint32_t from);
  void let_held_go();
  bool unite(Waiting& held, const Waiting& with);

  LaneMask alive_;
  std::vector<Barrier> barriers_;  ///< the first is around all
  std::vector<Waiting> runnable_;  ///< in order of their turns
  std::vector<Waiting> held_;      ///< by gather
  std::uint32_t first_free_ = 1;   ///< no barrier before it is free
  std::uint32_t barrier_ = 0;      ///< of the path that executes
  unsigned jumps_ = 0;             ///< back, since it did not execute
  std::size_t open_ = 0;
};

}  // namespace heddle::ptx
