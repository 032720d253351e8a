// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <vector>

#include "models/ptx/draft/draft.hpp"
#include "models/ptx/flow/control_flow.hpp"
#include "models/ptx/flow/guarded_liveness.hpp"
#include "models/ptx/registers/bit_set.hpp"

namespace heddle::ptx {

/// The virtual registers that are live after each block, for one thread alone: a lane that is switched off
/// holds its registers' values, so divergence changes nothing.
std::vector<BitSet> live_out(const DraftKernel&, const ControlFlow&);

/// The registers that are read somewhere where they may not have been written.
BitSet read_unwritten(const DraftKernel&);

/// Changes `live` from the registers that are live after the instruction to those that are live before it. A
/// guarded write leaves the old value in some lanes, so it kills only what is live in the lanes of its guard
/// alone.
void step_backwards(const Draft&, BitSet& live, GuardedLiveness&);

/// Visits the block's instructions from last to first; `visit(instruction index, live after it)`.
void walk_backwards(const DraftKernel&, const BasicBlock&, BitSet live,
                    const std::function<void(std::uint32_t, const BitSet&)>& visit);

}  // namespace heddle::ptx
