// SPDX-License-Identifier: Apache-2.0
#include "models/tandem/lane_exchange.hpp"

namespace heddle {
namespace {

/// Fills in the operands that the warp holds; undefined ones get values that depend on `variant`.
void fill(ptx::Operands& o, const TandemWarp& w, const ptx::Instruction& i, std::uint32_t variant) {
  for (unsigned k = 0; k < i.source_count; ++k) {
    const unsigned reg = i.sources[k];
    for (unsigned lane = 0; lane < warp_size; ++lane)
      o.source[k][lane] =
          (w.defined[reg] >> lane & 1) != 0 ? w.registers[reg][lane] : (lane + 2 * variant + 1) * 0x9e3779b1u;
  }
  for (unsigned k = 0; k < ptx::max_operands; ++k) {
    if (i.operand[k].kind != ptx::OperandRef::Kind::predicate) continue;
    const unsigned p = i.operand[k].index;
    const LaneMask set = w.predicate_defined[p];
    o.predicate_source[k] = (w.predicates[p] & set) | (variant != 0 ? ~set : 0);
  }
}

}  // namespace

SettledLanes settled_lanes(const TandemWarp& w, const ptx::Instruction& i, LaneMask active) {
  ptx::OwnOperands one, other;
  fill(one, w, i, 0);
  fill(other, w, i, 1);
  for (unsigned k = 0; k < i.destination_count; ++k) one.destination[k] = other.destination[k] = {};
  ptx::execute(i, w.context, active, one);
  ptx::execute(i, w.context, active, other);
  SettledLanes settled{active, active};
  for (unsigned k = 0; k < i.destination_count; ++k)
    for (unsigned lane = 0; lane < warp_size; ++lane)
      if (one.destination[k][lane] != other.destination[k][lane]) settled.registers &= ~(LaneMask{1} << lane);
  for (unsigned k = 0; k < i.predicate_count; ++k)
    settled.predicates &= ~(one.predicate[k] ^ other.predicate[k]);
  return settled;
}

}  // namespace heddle
