// SPDX-License-Identifier: Apache-2.0
#include "models/ptx/registers/liveness.hpp"

namespace heddle::ptx {
namespace {

Guard guard_of(const Draft& d) {
  if (d.guard == no_register) return {};
  return {d.guard, d.instruction.guard_negated};
}

/// The registers that are live at the block's begin, where `live` are those at its end.
BitSet live_in(const DraftKernel& kernel, const BasicBlock& block, BitSet live) {
  GuardedLiveness guarded;
  for (std::uint32_t i = block.end; i-- > block.begin;) step_backwards(kernel.code[i], live, guarded);
  return live;
}

}  // namespace

void step_backwards(const Draft& d, BitSet& live, GuardedLiveness& guarded) {
  const Guard guard = guard_of(d);
  for_each_write(d, [&](RegisterId r) { guarded.redefine(r); });
  for_each_write(d, [&](RegisterId r) {
    if (guarded.kills(r, guard, live.contains(r))) live.erase(r);
  });
  const auto read = [&](RegisterId r, Guard under) {
    guarded.read(r, under, live.contains(r));
    live.insert(r);
  };
  for_each_operand(d, [&](RegisterId r) { read(r, guard); });
  if (d.guard != no_register) read(d.guard, {});
}

std::vector<BitSet> live_out(const DraftKernel& kernel, const ControlFlow& flow) {
  const std::size_t count = kernel.registers.size(), blocks = flow.blocks.size();
  BitSet all(count);
  for (std::size_t r = 0; r < count; ++r) all.insert(r);
  // A block treats each register by itself. `in` begins with the upward-exposed reads; `through` has the
  // registers that are live at the block's begin if they are live at its end.
  std::vector<BitSet> in, through, out(blocks, BitSet(count));
  for (const BasicBlock& block : flow.blocks) {
    in.push_back(live_in(kernel, block, BitSet(count)));
    through.push_back(live_in(kernel, block, all));
  }
  for (bool changed = true; changed;) {
    changed = false;
    for (std::size_t b = blocks; b-- > 0;) {
      bool grew = false;
      for (std::uint32_t s : flow.blocks[b].successors) grew |= out[b].unite(in[s]);
      if (!grew) continue;
      BitSet passing = out[b];
      passing.intersect(through[b]);
      changed |= in[b].unite(passing);
    }
  }
  return out;
}

BitSet read_unwritten(const DraftKernel& kernel) {
  const ControlFlow flow = control_flow(kernel.code);
  if (flow.blocks.empty()) return BitSet(kernel.registers.size());
  return live_in(kernel, flow.blocks[0], live_out(kernel, flow)[0]);
}

void walk_backwards(const DraftKernel& kernel, const BasicBlock& block, BitSet live,
                    const std::function<void(std::uint32_t, const BitSet&)>& visit) {
  GuardedLiveness guarded;
  for (std::uint32_t i = block.end; i-- > block.begin;) {
    visit(i, live);
    step_backwards(kernel.code[i], live, guarded);
  }
}

}  // namespace heddle::ptx
