// SPDX-License-Identifier: Apache-2.0
#include "hw/sm/registers/operand_similarity.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <bit>

#include "hw/sm/launch/launch.hpp"
#include "models/ptx/program/operand_kinds.hpp"

namespace heddle {
namespace {

/// The low bits in which a register differs between lanes.
unsigned level_of(const WarpRegister& value, LaneMask lanes) {
  const std::uint32_t first = value[static_cast<unsigned>(std::countr_zero(lanes))];
  std::uint32_t different = 0;
  for (; lanes != 0; lanes &= lanes - 1)
    different |= value[static_cast<unsigned>(std::countr_zero(lanes))] ^ first;
  return 32 - static_cast<unsigned>(std::countl_zero(different));
}

bool differing_predicates(const ptx::Instruction& i, const ptx::Operands& operands, LaneMask lanes) {
  for (unsigned k = 0; k < ptx::max_operands; ++k)
    if (const LaneMask set = operands.predicate_source[k] & lanes;
        i.operand[k].kind == ptx::OperandRef::Kind::predicate && set != 0 && set != lanes)
      return true;
  return false;
}

}  // namespace

OperandSimilarity::OperandSimilarity(StatGroup& stats)
    : without_(stats.group("operand_similarity")
                   .counter("without_operands", "warp instructions", "that have no operand to look at")) {
  for (unsigned d = 0; d < levels; ++d)
    counts_[d] = &stats.group("operand_similarity")
                      .counter(fmt::format("level_{}", d), "warp instructions",
                               fmt::format("whose operands differ between lanes in {} low bits", d));
}

void OperandSimilarity::launch_begins(unsigned, const Launch& launch) { kernel_ = launch.kernel; }

void OperandSimilarity::issued(unsigned, const IssuedInstruction& issued, Cycle) {
  const ptx::Instruction& i = kernel_->code[issued.pc];
  if (issued.in_flight != nullptr) return;  // seen when they are collected
  if (i.control != ptx::Control::none || has_no_operand(i) || issued.mask == 0)
    ++without_;
  else
    ++*counts_[reads_lane_register(i) ? levels - 1 : 0];
}

void OperandSimilarity::collected(unsigned, const InFlight& f, Cycle) {
  const ptx::Instruction& i = *f.instruction;
  if (f.injected()) return;
  if (i.control != ptx::Control::none || has_no_operand(i)) {
    ++without_;
    return;
  }
  const LaneMask lanes = f.lanes.executed;
  unsigned level = reads_lane_register(i) || differing_predicates(i, f.operands, lanes) ? levels - 1 : 0;
  for (unsigned k = 0; k < i.source_count; ++k)
    level = std::max(level, level_of(f.operands.source[k], lanes));
  ++*counts_[level];
}

}  // namespace heddle
