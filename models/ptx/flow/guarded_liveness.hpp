// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <cstdint>
#include <vector>

namespace heddle::ptx {

/// The guard predicate of an instruction. It executes in the lanes where the predicate is 1, or 0 if it is
/// negated; without a predicate (`none`), in all.
struct Guard {
  static constexpr std::uint32_t none = ~0u;
  std::uint32_t predicate = none;
  bool negated = false;

  bool operator==(const Guard&) const = default;
  bool any() const { return predicate != none; }
};

/// Predicate-aware liveness within a basic block, which is walked backwards: which of the live registers are
/// live only in the lanes of one guard. Before `@p add t, a, b; @p st [x], t;` the register t is dead, though
/// the add does not write it in all lanes. The caller keeps the set of all live registers. At the end of the
/// block each of them counts as live in all lanes.
///
/// For each instruction call `redefine` for the predicates that it writes, then `kills` for the registers
/// that it writes, then `read` for the registers that it reads.
class GuardedLiveness {
 public:
  /// Above this instruction the predicate has another value, so what is known about it no longer holds.
  void redefine(std::uint32_t predicate) {
    std::erase_if(guarded_, [&](const Live& l) { return l.guard.predicate == predicate; });
  }

  /// Is the register dead above a write under the guard? `live`: it is live below the write.
  bool kills(std::uint32_t r, Guard guard, bool live) {
    const auto found = find(r);
    if (!guard.any() || (found != guarded_.end() && found->guard == guard)) {
      if (found != guarded_.end()) guarded_.erase(found);
      return true;
    }
    // Live in all lanes below: the lanes that the write leaves out need the old value.
    if (live && found == guarded_.end()) guarded_.push_back({r, {guard.predicate, !guard.negated}});
    return !live;
  }

  /// The register is read under the guard. `live`: it is live below the read.
  void read(std::uint32_t r, Guard guard, bool live) {
    const auto found = find(r);
    if (found != guarded_.end() && found->guard != guard) guarded_.erase(found);
    if (!live && guard.any()) guarded_.push_back({r, guard});
  }

  /// Is the register live in the lanes of one guard alone?
  bool only_guarded(std::uint32_t r) const {
    return std::any_of(guarded_.begin(), guarded_.end(), [&](const Live& l) { return l.reg == r; });
  }
  bool empty() const { return guarded_.empty(); }

 private:
  struct Live {
    std::uint32_t reg = 0;
    Guard guard{};
  };
  std::vector<Live>::iterator find(std::uint32_t r) {
    return std::find_if(guarded_.begin(), guarded_.end(), [&](const Live& l) { return l.reg == r; });
  }

  std::vector<Live> guarded_;  ///< live only in the lanes of their guard
};

}  // namespace heddle::ptx
