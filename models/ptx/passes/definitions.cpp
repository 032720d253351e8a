// SPDX-License-Identifier: Apache-2.0
#include "models/ptx/passes/definitions.hpp"

#include <algorithm>

#include "models/ptx/registers/liveness.hpp"

namespace heddle::ptx {

Definitions::Definitions(const DraftKernel& kernel) : at_(kernel.registers.size(), none) {
  std::vector<std::uint32_t> writes(kernel.registers.size());
  for (std::uint32_t i = 0; i < kernel.code.size(); ++i) {
    const Draft& d = kernel.code[i];
    const unsigned times = d.guard == no_register ? 1 : 2;
    RegisterId last = no_register;  // a pair is one register in two words
    for_each_write(d, [&](RegisterId r) {
      if (r != last) writes[r] += times;
      last = r;
      at_[r] = i;
    });
  }
  const auto drop = [&](std::size_t r) { at_[r] = none; };
  for (std::size_t r = 0; r < writes.size(); ++r)
    if (writes[r] != 1) drop(r);
  if (kernel.stack_pointer != no_register) drop(kernel.stack_pointer);
  // What is live at the function's begin is read somewhere where it may not have been written.
  read_unwritten(kernel).for_each(drop);
}

RegisterId register_of(const Draft& d, unsigned k) {
  const OperandRef& o = d.instruction.operand[k];
  return o.kind == OperandRef::Kind::slot ? d.sources[o.index].reg : no_register;
}

bool only_computes(const Draft& d) {
  const Instruction& i = d.instruction;
  const bool reads_bank = i.memory.space == Space::parameter || i.memory.space == Space::constant;
  return i.execute != nullptr && i.control == Control::none && !i.exchanges_lanes && !d.mnemonic.empty() &&
         (i.memory.space == Space::none || (reads_bank && i.operand[0].kind == OperandRef::Kind::none)) &&
         i.destination_count + i.predicate_count != 0;
}

void replace_operand(Draft& d, unsigned k, const OperandRef& with) {
  Instruction& i = d.instruction;
  const unsigned first = i.operand[k].index;
  const unsigned words = first + 1u < i.source_count && d.sources[first + 1].high ? 2 : 1;
  i.operand[k] = with;
  std::copy(d.sources.begin() + first + words, d.sources.end(), d.sources.begin() + first);
  i.source_count = static_cast<std::uint8_t>(i.source_count - words);
  for (OperandRef& o : i.operand)
    if (o.kind == OperandRef::Kind::slot && o.index > first)
      o.index = static_cast<std::uint8_t>(o.index - words);
}

void drop_unused_groups(DraftKernel& kernel) {
  std::vector<bool> used(kernel.registers.size());
  for (const Draft& d : kernel.code) {
    for_each_read(d, [&](RegisterId r) { used[r] = true; });
    for_each_write(d, [&](RegisterId r) { used[r] = true; });
  }
  std::erase_if(kernel.groups, [&](const auto& group) {
    return std::none_of(group.begin(), group.end(), [&](RegisterId r) { return used[r]; });
  });
}

}  // namespace heddle::ptx
