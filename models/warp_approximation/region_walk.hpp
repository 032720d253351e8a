// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "models/ptx/flow/code_flow.hpp"
#include "models/warp_approximation/region_marks.hpp"
#include "models/warp_approximation/regions.hpp"

namespace heddle {

/// What holds for a warp at an instruction. Lines are those of the marks; 0: no mark, but the default.
struct RegionState {
  bool reached = false;
  std::uint32_t region = no_region;  ///< the pragma that began it
  std::uint32_t from = 0;            ///< line of the instruction that this is first known from
  unsigned level = 0;
  std::uint32_t level_line = 0;
  std::optional<std::uint32_t> other_level_line{};  ///< another way has another level
};

/// Goes all ways through a kernel's code and keeps what holds at each instruction: find_regions(), which says
/// what it refuses.
class RegionWalk {
 public:
  RegionWalk(const ptx::Kernel& kernel, const RegionOptions& options);

  /// Of each pragma of the kernel; nothing for those of others.
  const std::vector<std::optional<RegionMark>>& marks() const { return marks_; }
  /// At each instruction, behind its pragmas.
  const std::vector<RegionState>& states() const { return states_; }
  /// The lines where the region that pragma `begin` begins is ended.
  const std::vector<std::uint32_t>& ends(std::uint32_t begin) const { return ends_[begin]; }
  /// The first pragma that begins the same region as pragma `begin` does.
  std::uint32_t first_begin(std::uint32_t begin) const;
  /// Throws Error at the line when the state has one level on one way and another on another.
  void require_one_level(std::uint32_t line, const RegionState& s) const;

 private:
  [[noreturn]] void fail(std::uint32_t line, std::string what, std::string value, std::string legal) const;
  std::uint32_t line_of(std::uint32_t pragma) const { return kernel_.pragmas[pragma].line; }
  void leave(std::uint32_t i);
  void arrive(std::uint32_t from, std::uint32_t to, RegionState s, bool taken = false);
  void meet(std::uint32_t pragma, RegionState& s);
  bool join(std::uint32_t to, const RegionState& s);
  void unite(std::uint32_t a, std::uint32_t b);

  const ptx::Kernel& kernel_;
  const RegionOptions& options_;
  const ptx::CodeFlow flow_;
  std::vector<std::optional<RegionMark>> marks_;
  std::vector<RegionState> states_;
  std::vector<std::uint32_t> same_;  ///< of each begin: an earlier one of the same region, or itself
  std::vector<std::vector<std::uint32_t>> ends_;
  std::set<std::uint32_t> todo_;
};

}  // namespace heddle
