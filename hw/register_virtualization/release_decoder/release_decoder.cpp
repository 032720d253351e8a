// SPDX-License-Identifier: Apache-2.0
#include "hw/register_virtualization/release_decoder/release_decoder.hpp"

#include "hw/sim/block_entry.hpp"

namespace heddle {

Cycle ReleaseDecoder::tick(Cycle) {
  Level<DecodedFlags> flagged{};
  Beat<DecodedBranch> branched{};
  if (!io.in_reset()) {
    const ReadInstructions& read = io.read.payload();
    for (unsigned i = 0; i < release_reads; ++i) {
      if ((read.valid.value >> i & 1) == 0) continue;
      std::array<FlaggedOperand, flagged_operands> operands;
      for (unsigned k = 0; k < flagged_operands; ++k)
        operands[k] = operand_of(read.operands[i * flagged_operands + k]);
      flagged.payload.warps[i] = read.warps[i];
      flagged.payload.registers[i] = flagged_registers(read.flags[i], operands);
    }
    flagged.payload.valid = read.valid;
    if (const Beat<BranchRelease>& branch = io.branch.get(); branch.valid)
      branched = {{branch_registers(branch.payload.word), branch.payload.warp}, true};
  }
  io.flagged.put(flagged);
  io.branched.put(branched);
  return never;
}

static const Registration<BlockEntry> registration{block_entry<ReleaseDecoder>("register_virtualization")};

}  // namespace heddle
