#pragma once

#include <map>
#include <vector>

#include "models/base/register_set.hpp"
#include "tests/register_virtualization/small_code.hpp"

/// A reference without any data-flow analysis: walks through every state that a warp of a few lanes can come
/// to, each guard going each way in each lane and the sides of a branch running in either order.
namespace heddle::test {

inline constexpr unsigned few_lanes = 3;

struct Exploration {
  /// By instruction: registers that some lane, wherever it stands, may yet read before writing them, ahead of
  /// the instruction and behind it.
  std::vector<RegisterSet> wanted_before, wanted_behind;
  std::vector<bool> reached;
};

Exploration explore(const Code& code);

/// Whether a lane that stands at an instruction can leave the kernel.
bool comes_to_the_end(const Code& code, std::uint32_t from);

/// Where the ways from each branch meet, by trying which instructions cannot be avoided; code.size() where
/// there is none. Fills Instruction::reconvergence.
void set_meeting_points(Code& code);

}  // namespace heddle::test
