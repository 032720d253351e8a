#pragma once

#include <functional>
#include <vector>

#include "models/ptx/bit_set.hpp"
#include "models/ptx/control_flow.hpp"
#include "models/ptx/draft.hpp"
#include "models/ptx/guarded_lives.hpp"

namespace heddle::ptx {

/// The virtual registers that are live after each block, for one thread alone: a lane that is switched off
/// holds its registers' values, so divergence changes nothing.
std::vector<BitSet> live_out(const DraftKernel&, const ControlFlow&);

/// The registers that are read somewhere where they may not have been written.
BitSet read_unwritten(const DraftKernel&);

/// From what is live after the instruction to what is live before it. A guarded write leaves the old value in
/// some lanes; it ends the life of what only lanes of its guard still read.
void step_backwards(const Draft&, BitSet& live, GuardedLives&);

/// Visits the block's instructions from last to first; `visit(instruction index, live after it)`.
void walk_backwards(const DraftKernel&, const BasicBlock&, BitSet live,
                    const std::function<void(std::uint32_t, const BitSet&)>& visit);

}  // namespace heddle::ptx
