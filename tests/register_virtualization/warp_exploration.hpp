// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <map>
#include <vector>

#include "models/base/register_set.hpp"
#include "tests/register_virtualization/small_code.hpp"

/// A reference without data-flow analysis: it walks through every state that a warp of a few lanes can reach.
/// The one predicate may have any value in each lane when a basic block begins or an instruction writes it,
/// and keeps it until then; the paths of a branch run in either order.
namespace heddle::test {

inline constexpr unsigned few_lanes = 3;

struct Exploration {
  /// The registers, by instruction, that some lane anywhere may still read before it writes them: before the
  /// instruction, and behind it.
  std::vector<RegisterSet> wanted_before, wanted_behind;
  std::vector<bool> reached;
};

Exploration explore(const Code& code);

/// Returns whether a lane at this instruction can leave the kernel.
bool comes_to_the_end(const Code& code, std::uint32_t from);

/// Finds where the paths from each branch meet, by trying which instructions are unavoidable; code.size()
/// where there is none. Sets Instruction::reconvergence.
void set_meeting_points(Code& code);

}  // namespace heddle::test
