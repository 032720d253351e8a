// SPDX-License-Identifier: Apache-2.0
#include "models/ptx/flow/thread_paths.hpp"

#include <algorithm>
#include <utility>

#include "models/base/digest.hpp"

namespace heddle::ptx {

ThreadPaths::ThreadPaths(LaneMask launched)
    : alive_(launched), barriers_{{.pc = Path::never, .call = true, .members = launched}} {}

std::uint32_t ThreadPaths::new_barrier(const Barrier& b) {
  ++open_;
  while (first_free_ < barriers_.size() && barriers_[first_free_].members != 0) ++first_free_;
  if (first_free_ == barriers_.size()) barriers_.emplace_back();
  barriers_[first_free_] = b;
  return first_free_++;
}

void ThreadPaths::free(std::uint32_t barrier) {
  --open_;
  first_free_ = std::min(first_free_, barrier);
}

/// Makes a path runnable, ahead of the others (`first`) or behind them. It becomes one with a path at the
/// same instruction behind the same barriers.
void ThreadPaths::add(Waiting path, bool first) {
  if (path.pc == reconvergence_of(path.barrier)) return arrive_at(path.barrier, path.lanes);
  for (Waiting& w : runnable_)
    if (w.pc == path.pc && w.barrier == path.barrier) {
      w.lanes |= path.lanes;
      return;
    }
  runnable_.insert(first ? runnable_.begin() : runnable_.end(), path);
}

void ThreadPaths::arrive_at(std::uint32_t barrier, LaneMask lanes) {
  barriers_[barrier].arrived |= lanes;
  close_if_complete(barrier);
}

/// These lanes will not arrive there.
void ThreadPaths::drop(std::uint32_t barrier, LaneMask lanes) {
  Barrier& b = barriers_[barrier];
  if (b.members == 0 || (b.members & lanes) == 0) return;
  b.members &= ~lanes;
  b.arrived &= ~lanes;
  if (b.members == 0)
    free(barrier);
  else
    close_if_complete(barrier);
}

void ThreadPaths::close_if_complete(std::uint32_t barrier) {
  Barrier& b = barriers_[barrier];
  if (barrier == 0 || b.arrived != b.members) return;
  const Waiting together{.pc = b.pc, .barrier = b.outer, .lanes = b.members};
  b = {};
  free(barrier);
  add(together, true);
}

void ThreadPaths::set_aside(const Path& top, bool yielded) {
  add({.pc = top.pc, .barrier = barrier_, .lanes = top.lanes, .yielded = yielded}, false);
}

/// Lanes at convergence barriers go on without those for which they wait. False when there are none.
bool ThreadPaths::let_go() {
  std::vector<Waiting> apart;
  for (std::uint32_t k = 1; k < barriers_.size(); ++k) {
    Barrier& b = barriers_[k];
    if (b.arrived == 0) continue;
    const LaneMask lanes = std::exchange(b.arrived, 0);
    b.members &= ~lanes;
    apart.push_back({.pc = b.pc, .barrier = b.outer, .lanes = lanes});
  }
  for (Waiting& w : runnable_) w.yielded = false;
  for (std::size_t k = apart.size(); k-- > 0;) add(apart[k], true);
  return !apart.empty();
}

/// The path whose turn it is; false when there is none.
bool ThreadPaths::next(Path& top) {
  top = {};
  jumps_ = 0;
  for (;;) {
    const auto found =
        std::find_if(runnable_.begin(), runnable_.end(), [](const Waiting& w) { return !w.yielded; });
    if (found != runnable_.end()) {
      barrier_ = found->barrier;
      top = {found->pc, reconvergence_of(found->barrier), found->lanes};
      runnable_.erase(found);
      return true;
    }
    if (!let_go() && runnable_.empty()) return false;
  }
}

void ThreadPaths::jumped(Path& top, std::uint32_t from) {
  if (top.pc > from || ++jumps_ < yield_jumps || top.lanes == alive_) return;
  set_aside(top, true);
  next(top);
}

void ThreadPaths::branch(Path& top, LaneMask taken, std::uint32_t target, std::uint32_t reconvergence) {
  const std::uint32_t from = top.pc;
  const LaneMask stay = top.lanes & ~taken;
  taken &= top.lanes;
  if (taken == 0 || stay == 0) {
    top.pc = taken == 0 ? from + 1 : target;
    if (top.pc == top.reconvergence) return arrive(top);
    return jumped(top, from);
  }
  if (top.reconvergence != reconvergence)
    barrier_ = new_barrier({.pc = reconvergence, .outer = barrier_, .members = top.lanes});
  const std::uint32_t barrier = barrier_;
  const unsigned jumps = jumps_;
  add({.pc = from + 1, .barrier = barrier, .lanes = stay}, true);
  add({.pc = target, .barrier = barrier, .lanes = taken}, true);
  next(top);
  jumps_ = jumps;
  jumped(top, from);
}

void ThreadPaths::call(Path& top, LaneMask lanes, std::uint32_t target) {
  lanes &= top.lanes;
  ++top.pc;
  if (lanes == 0) {
    if (top.pc == top.reconvergence) arrive(top);
    return;
  }
  // All lanes meet at the return address, also those that do not call.
  const std::uint32_t barrier = new_barrier(
      {.pc = top.pc, .outer = barrier_, .call = true, .members = top.lanes, .arrived = top.lanes & ~lanes});
  barrier_ = barrier;
  top = {target, Path::never, lanes};
}

void ThreadPaths::ret(Path& top) {
  // Lanes that have diverged within the function leave its convergence barriers.
  std::uint32_t barrier = barrier_;
  while (barrier != 0 && !barriers_[barrier].call) {
    const std::uint32_t outer = barriers_[barrier].outer;
    drop(barrier, top.lanes);
    barrier = outer;
  }
  if (barrier != 0) arrive_at(barrier, top.lanes);
  next(top);
}

void ThreadPaths::exit(Path& top, LaneMask lanes) {
  lanes &= top.lanes;
  const LaneMask left = top.lanes & ~lanes;
  alive_ &= ~lanes;
  if (left != 0) add({.pc = top.pc + 1, .barrier = barrier_, .lanes = left}, true);
  for (std::uint32_t k = 0; k < barriers_.size(); ++k) drop(k, lanes);
  let_held_go();
  if (!next(top) && !held_.empty()) {
    // It asks again for lanes that never come, and whoever executes it reports that.
    const Waiting w = held_.front();
    held_.erase(held_.begin());
    barrier_ = w.barrier;
    top = {w.pc, reconvergence_of(w.barrier), w.lanes};
  }
}

void ThreadPaths::arrive(Path& top) {
  arrive_at(barrier_, top.lanes);
  next(top);
}

ThreadPaths::Gathering ThreadPaths::gather(Path& top, LaneMask members) {
  const LaneMask wanted = members & alive_;
  if ((wanted & ~top.lanes) == 0) return Gathering::together;
  Waiting path{.pc = top.pc, .barrier = barrier_, .lanes = top.lanes, .wanted = wanted};
  const Path before = top;
  for (std::size_t k = held_.size(); k-- > 0;)
    if (held_[k].pc == path.pc && unite(path, held_[k]))
      held_.erase(held_.begin() + static_cast<std::ptrdiff_t>(k));
  held_.push_back(path);
  let_held_go();
  if (next(top)) return Gathering::waits;
  top = {before.pc, before.reconvergence, path.lanes};
  barrier_ = path.barrier;
  std::erase_if(held_, [&](const Waiting& w) { return w.lanes == path.lanes; });
  return Gathering::stuck;
}

/// Held paths whose lanes have all come go on.
void ThreadPaths::let_held_go() {
  for (std::size_t k = held_.size(); k-- > 0;) {
    Waiting w = held_[k];
    if ((w.wanted & alive_ & ~w.lanes) != 0) continue;
    held_.erase(held_.begin() + static_cast<std::ptrdiff_t>(k));
    w.wanted = 0;
    runnable_.insert(runnable_.begin(), w);
  }
}

/// Two paths at one instruction become one, behind the barriers that are around both; they leave the others.
/// False when they have been called from different places.
bool ThreadPaths::unite(Waiting& held, const Waiting& with) {
  const auto around = [this](std::uint32_t b, std::uint32_t inner) {
    while (inner != b && inner != 0 && !barriers_[inner].call) inner = barriers_[inner].outer;
    return inner == b;
  };
  std::uint32_t common = held.barrier;
  while (!around(common, with.barrier)) {
    if (barriers_[common].call) return false;
    common = barriers_[common].outer;
  }
  for (const Waiting& w : {held, with})
    for (std::uint32_t b = w.barrier; b != common;) {
      const std::uint32_t outer = barriers_[b].outer;
      drop(b, w.lanes);
      b = outer;
    }
  held.barrier = common;
  held.lanes |= with.lanes;
  held.wanted |= with.wanted;
  return true;
}

std::uint64_t ThreadPaths::digest(std::uint64_t sum) const {
  const auto add = [&](std::uint64_t word) { sum = heddle::digest(sum, word); };
  add(std::uint64_t{barrier_} << 32 | jumps_);
  for (const Barrier& b : barriers_) {
    add(std::uint64_t{b.pc} << 32 | b.outer << 1 | b.call);
    add(std::uint64_t{b.members} << 32 | b.arrived);
  }
  for (const auto* paths : {&runnable_, &held_}) {
    for (const Waiting& w : *paths) {
      add(std::uint64_t{w.pc} << 32 | w.barrier << 1 | w.yielded);
      add(std::uint64_t{w.lanes} << 32 | w.wanted);
    }
    add(paths->size());
  }
  return sum;
}

}  // namespace heddle::ptx
