// SPDX-License-Identifier: Apache-2.0
#include <algorithm>

#include "models/ptx/draft/code_edit.hpp"
#include "models/ptx/draft/frame_access.hpp"
#include "models/ptx/draft/instruction_set.hpp"
#include "models/ptx/opcodes/pack.hpp"
#include "models/ptx/passes/passes.hpp"

namespace heddle::ptx {
namespace {

/// Do all its registers have 32 bits? Then so has an operand; the lower word of a wider one does as well.
bool is_narrow(const Draft& d) {
  const Instruction& i = d.instruction;
  const auto high = [](const Slot& s) { return s.high; };
  return i.source_count + i.destination_count != 0 &&
         std::none_of(d.sources.begin(), d.sources.begin() + i.source_count, high) &&
         std::none_of(d.destinations.begin(), d.destinations.begin() + i.destination_count, high);
}

/// Moves operand k into a register of its own before instruction i.
void move_before(DraftKernel& kernel, CodeEdit& edit, std::uint32_t i, unsigned k) {
  Draft& d = kernel.code[i];
  const bool wide = !is_narrow(d);
  kernel.registers.push_back({"_", wide ? Type::b64 : Type::b32});
  const auto r = static_cast<RegisterId>(kernel.registers.size() - 1);
  Draft move;
  move.mnemonic = "mov";
  move.instruction.line = d.instruction.line;
  move.instruction.made = true;
  move.instruction.operand[0] = d.instruction.operand[k];
  add_destination(kernel, move, r);
  move.instruction.execute = move_bits(wide ? 64 : 32);
  edit.before(i, move);
  d.instruction.operand[k] = {.kind = OperandRef::Kind::slot, .index = add_source(kernel, d, r)};
}

/// Is it a special register that is no operand of this instruction set?
bool is_foreign(const OperandRef& o, InstructionSet isa) {
  return o.kind == OperandRef::Kind::special && isa == InstructionSet::fermi && !in_constant_bank(o.index);
}

}  // namespace

void legalise_operands(DraftKernel& kernel, InstructionSet isa) {
  if (isa == InstructionSet::ptx) return;
  CodeEdit edit;
  for (std::uint32_t i = 0; i < kernel.code.size(); ++i) {
    const Draft& d = kernel.code[i];
    if (!has_composite(d) || d.mnemonic == "mov" || d.mnemonic == "cvta") continue;
    bool taken = d.instruction.constant.any();
    for (unsigned k = 3; k-- > 0;) {
      const OperandRef& o = d.instruction.operand[k];
      const bool needs = is_composite(d, k) || o.kind == OperandRef::Kind::special;
      if (!needs || o.kind == OperandRef::Kind::constant) continue;
      if (is_foreign(o, isa) || taken || !may_be_composite(d, k))
        move_before(kernel, edit, i, k);
      else
        taken = true;
    }
  }
  edit.apply(kernel.code);
}

}  // namespace heddle::ptx
