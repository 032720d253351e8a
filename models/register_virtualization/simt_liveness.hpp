// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include "models/base/register_set.hpp"
#include "models/ptx/flow/code_flow.hpp"

namespace heddle {

/// Which registers of a warp hold values that may still be read, at each instruction. `in` and `out` speak of
/// the lanes that execute it; a guarded write leaves the old value in some of them, so it kills only
/// what is live in the lanes of its guard alone (ptx::GuardedLiveness).
/// `held` speaks of the other lanes of the warp, which stand elsewhere meanwhile: on the other side of a
/// branch, where they have yet to begin or have come to its reconvergence point, or before a call. Which side
/// of a branch runs first is not assumed, nor that any branch is uniform.
///
/// A register can be released at an instruction when neither its lanes nor the others read it any more
/// (Jeon2015, 6.1: a register of diverged flows is released where they meet again).
struct SimtLiveness {
  std::vector<RegisterSet> in, out;  ///< live before and after each instruction
  std::vector<RegisterSet> held;
};

SimtLiveness simt_liveness(const std::vector<ptx::Instruction>& code, const ptx::CodeFlow& flow);

}  // namespace heddle
