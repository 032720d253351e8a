// SPDX-License-Identifier: Apache-2.0
#include "models/warp_approximation/functional/operands.hpp"

#include <algorithm>

#include "models/ptx/program/special_registers.hpp"
#include "models/warp_approximation/functional/lanes.hpp"

namespace heddle::approximate {
namespace {

using Kind = ptx::OperandRef::Kind;

constexpr std::string_view lane_registers[] = {"%tid.x",       "%tid.y",       "%tid.z",
                                               "%laneid",      "%lanemask_eq", "%lanemask_lt",
                                               "%lanemask_le", "%lanemask_ge", "%lanemask_gt"};

bool differs_by_lane(const ptx::OperandRef& operand) {
  static const auto registers = [] {
    std::array<std::optional<unsigned>, std::size(lane_registers)> numbers;
    std::transform(std::begin(lane_registers), std::end(lane_registers), numbers.begin(),
                   ptx::special_register);
    return numbers;
  }();
  return operand.kind == Kind::special &&
         std::find(registers.begin(), registers.end(), unsigned{operand.index}) != registers.end();
}

bool reads_varying_register(const ptx::Instruction& i) {
  return std::any_of(i.operand.begin(), i.operand.end(), differs_by_lane);
}
bool reads_something(const ptx::Instruction& i) {
  return std::any_of(i.operand.begin(), i.operand.end(),
                     [](const ptx::OperandRef& o) { return o.kind != Kind::none; });
}

}  // namespace

bool may_have_representative(const ptx::Instruction& i) {
  return i.execute != nullptr && i.unit != ptx::Unit::ldst && i.control == ptx::Control::none &&
         !i.exchanges_lanes && i.predicate_count == 0 && reads_something(i) && !reads_varying_register(i);
}

bool is_uniform_of_equal(const ptx::Instruction& i) {
  return i.execute != nullptr && i.unit != ptx::Unit::ldst && i.control == ptx::Control::none &&
         !i.exchanges_lanes && i.destination_count + i.predicate_count != 0 && reads_something(i) &&
         !reads_varying_register(i) &&
         std::none_of(i.operand.begin(), i.operand.end(),
                      [](const ptx::OperandRef& o) { return o.kind == Kind::predicate; });
}

bool predicates_are_uniform(const ptx::Instruction& i, const ptx::Operands& operands, LaneMask lanes) {
  for (unsigned k = 0; k < ptx::max_operands; ++k) {
    if (i.operand[k].kind != Kind::predicate) continue;
    const LaneMask set = operands.predicate_source[k] & lanes;
    if (set != 0 && set != lanes) return false;
  }
  return true;
}

unsigned operand_level(const ptx::Instruction& i, const ptx::Operands& operands, LaneMask lanes) {
  if (i.control != ptx::Control::none || !reads_something(i) || reads_varying_register(i) ||
      !predicates_are_uniform(i, operands, lanes))
    return dissimilar;
  unsigned level = 0;
  for (unsigned k = 0; k < i.source_count; ++k) level = std::max(level, level_of(operands.source[k], lanes));
  return level;
}

}  // namespace heddle::approximate
