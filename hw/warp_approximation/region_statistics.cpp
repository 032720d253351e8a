// SPDX-License-Identifier: Apache-2.0
#include "hw/warp_approximation/region_statistics.hpp"

#include "models/ptx/program/operand_kinds.hpp"

namespace heddle {

RegionStatistics::RegionStatistics(const SimilarityTable& table, const SimilarityLevel& level,
                                   StatGroup& stats)
    : table_(table),
      level_(level),
      instructions_(stats.counter("region_instructions", "warp instructions", "in approximate regions")),
      scalar_(stats.counter("region_scalar", "warp instructions",
                            "of these, with the same operands in all lanes: value locality")),
      similar_(stats.counter("region_similar", "warp instructions",
                             "of these, with similar operands that are not all the same: value similarity")) {
}

void RegionStatistics::issued(unsigned, const IssuedInstruction& issued, Cycle) {
  const InstructionApproximation& code = plan_->code[issued.pc];
  if (code.region == no_region) return;
  ++instructions_;
  const ptx::Instruction& i = kernel_->code[issued.pc];
  if (has_no_operand(i) || reads_lane_register(i)) return;
  bool scalar = true, similar = true;
  const unsigned path = table_.path_of(issued.warp, issued.mask);
  for (unsigned k = 0; k < i.source_count; ++k) {
    const RegisterSimilarity s = table_.of(issued.warp, i.sources[k], path);
    scalar = scalar && s.stored;
    similar = similar && s.counts_at(level_.of(code));
  }
  if (scalar)
    ++scalar_;
  else if (similar)
    ++similar_;
}

}  // namespace heddle
