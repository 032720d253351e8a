#pragma once

#include <algorithm>
#include <cstdint>
#include <vector>

namespace heddle::ptx {

/// The lanes in which an instruction has an effect: those whose predicate is 1, or 0. `none`: all.
struct Guard {
  static constexpr std::uint32_t none = ~0u;
  std::uint32_t predicate = none;
  bool negated = false;

  bool operator==(const Guard&) const = default;
  bool any() const { return predicate != none; }
};

/// Which of the live registers are live in the lanes of one guard alone, along a walk backwards through a
/// basic block. `@p add t, a, b; @p st [x], t;` leaves no life of t above it, though neither instruction
/// writes all lanes. The walk's owner keeps the set of all live registers; at the block's end all count as
/// live in all lanes.
///
/// At each instruction: first `redefine` each predicate that it writes, then `ends` for each register that it
/// writes, then `read` for each that it reads.
class GuardedLives {
 public:
  /// The guards that speak of the predicate speak of an older value than what stands above.
  void redefine(std::uint32_t predicate) {
    std::erase_if(lives_, [&](const Life& l) { return l.guard.predicate == predicate; });
  }

  /// Does a write under the guard end the register's life? `live`: it is live below.
  bool ends(std::uint32_t r, Guard guard, bool live) {
    const auto life = find(r);
    if (!guard.any() || (life != lives_.end() && life->guard == guard)) {
      if (life != lives_.end()) lives_.erase(life);
      return true;
    }
    // What all lanes read below is what the other lanes had.
    if (live && life == lives_.end()) lives_.push_back({r, {guard.predicate, !guard.negated}});
    return !live;
  }

  /// A read under the guard; `live`: the register is live below.
  void read(std::uint32_t r, Guard guard, bool live) {
    const auto life = find(r);
    if (life != lives_.end() && life->guard != guard) lives_.erase(life);
    if (!live && guard.any()) lives_.push_back({r, guard});
  }

 private:
  struct Life {
    std::uint32_t reg = 0;
    Guard guard{};
  };
  std::vector<Life>::iterator find(std::uint32_t r) {
    return std::find_if(lives_.begin(), lives_.end(), [&](const Life& l) { return l.reg == r; });
  }

  std::vector<Life> lives_;
};

}  // namespace heddle::ptx
