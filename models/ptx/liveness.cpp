#include "models/ptx/liveness.hpp"

namespace heddle::ptx {

/// A guarded write keeps the old value in some lanes, so the register is live before it, too.
void step_backwards(const Draft& d, BitSet& live) {
  if (d.guard == no_register) for_each_write(d, [&](RegisterId r) { live.erase(r); });
  for_each_read(d, [&](RegisterId r) { live.insert(r); });
}

std::vector<BitSet> live_out(const DraftKernel& kernel, const ControlFlow& flow) {
  const std::size_t count = kernel.registers.size(), blocks = flow.blocks.size();
  std::vector<BitSet> reads(blocks, BitSet(count)), writes(blocks, BitSet(count));
  for (std::size_t b = 0; b < blocks; ++b)
    for (std::uint32_t i = flow.blocks[b].end; i-- > flow.blocks[b].begin;) {
      step_backwards(kernel.code[i], reads[b]);
      if (kernel.code[i].guard == no_register)
        for_each_write(kernel.code[i], [&](RegisterId r) { writes[b].insert(r); });
    }

  std::vector<BitSet> in = reads, out(blocks, BitSet(count));
  for (bool changed = true; changed;) {
    changed = false;
    for (std::size_t b = blocks; b-- > 0;) {
      bool grew = false;
      for (std::uint32_t s : flow.blocks[b].successors) grew |= out[b].unite(in[s]);
      if (!grew) continue;
      BitSet through = out[b];
      through.subtract(writes[b]);
      changed |= in[b].unite(through);
    }
  }
  return out;
}

BitSet read_unwritten(const DraftKernel& kernel) {
  const ControlFlow flow = control_flow(kernel.code);
  if (flow.blocks.empty()) return BitSet(kernel.registers.size());
  BitSet live = live_out(kernel, flow)[0];
  for (std::uint32_t i = flow.blocks[0].end; i-- > 0;) step_backwards(kernel.code[i], live);
  return live;
}

void walk_backwards(const DraftKernel& kernel, const BasicBlock& block, BitSet live,
                    const std::function<void(std::uint32_t, const BitSet&)>& visit) {
  for (std::uint32_t i = block.end; i-- > block.begin;) {
    visit(i, live);
    step_backwards(kernel.code[i], live);
  }
}

}  // namespace heddle::ptx
