// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <optional>

#include "models/ptx/draft/instruction_set.hpp"
#include "models/ptx/opcodes/pack.hpp"
#include "models/ptx/passes/definitions.hpp"
#include "models/ptx/passes/passes.hpp"
#include "models/ptx/program/special_registers.hpp"

namespace heddle::ptx {
namespace {

/// A value that needs no register.
struct Constant {
  OperandRef operand;
  ConstantOperand bank{};
};

bool is_plain_move(const Draft& d) {
  return d.mnemonic == "mov" && d.instruction.operand[1].kind == OperandRef::Kind::none &&
         !d.instruction.packed;
}

/// The place in the constant bank that element e of a load reads, if its address stands in the instruction
/// and its width is that of the register.
std::optional<ConstantOperand> place_in_bank(const DraftKernel& kernel, const Draft& d, RegisterId r) {
  const Instruction& i = d.instruction;
  const bool bank = i.memory.space == Space::parameter || i.memory.space == Space::constant;
  if (!bank || i.execute == nullptr || i.operand[0].kind != OperandRef::Kind::none || i.memory.width < 4 ||
      8u * i.memory.width != bits_of(kernel.registers[r].type))
    return std::nullopt;
  unsigned element = 0;
  for (unsigned k = 0; k < i.destination_count && d.destinations[k].reg != r; ++k)
    element += d.destinations[k].high ? 0 : 1;
  return ConstantOperand{.space = i.memory.space,
                         .bytes = i.memory.width,
                         .address = static_cast<std::uint64_t>(i.offset) + element * i.memory.width};
}

std::optional<Constant> constant_of(const DraftKernel& kernel, const Definitions& known, RegisterId r,
                                    InstructionSet isa) {
  if (!known.has(r) || bits_of(kernel.registers[r].type) < 32) return std::nullopt;
  const Draft& d = kernel.code[known.of(r)];
  const OperandRef& from = d.instruction.operand[0];
  if (is_plain_move(d) && from.kind == OperandRef::Kind::immediate && d.frames == 0) return Constant{from};
  if (isa == InstructionSet::ptx) return std::nullopt;
  if (is_plain_move(d) && from.kind == OperandRef::Kind::special &&
      (isa == InstructionSet::ptxplus ? is_fixed_special(from.index) : in_constant_bank(from.index)))
    return Constant{from};
  if (const auto bank = place_in_bank(kernel, d, r))
    return Constant{{.kind = OperandRef::Kind::constant}, *bank};
  return std::nullopt;
}

/// Is there an operand already of which an instruction may have one?
bool has_its_one(const Draft& d) {
  for (unsigned k = 0; k < 3; ++k)
    if (is_composite(d, k) || d.instruction.operand[k].kind == OperandRef::Kind::special) return true;
  return false;
}

/// The address of shared memory in a register that holds a literal is part of the access.
void fold_address(Draft& d, const Constant& c) {
  Instruction& i = d.instruction;
  if (i.memory.space != Space::shared || i.copy.any() || c.operand.kind != OperandRef::Kind::immediate)
    return;
  const std::uint64_t at = c.operand.immediate + static_cast<std::uint64_t>(i.offset);
  replace_operand(d, 0, {});
  i.offset = static_cast<std::int64_t>(i.memory.address_bits == 32 ? at & 0xffffffffu : at);
}

void fold_operand(Draft& d, unsigned k, const Constant& c, InstructionSet isa) {
  if (d.instruction.memory.space != Space::none) {
    if (k == 0) fold_address(d, c);
    return;
  }
  if (!may_be_composite(d, k) || (isa != InstructionSet::ptx && has_its_one(d))) return;
  replace_operand(d, k, c.operand);
  if (c.bank.any()) d.instruction.constant = c.bank;
}

/// A load from a fixed place in the constant bank is a mov with such an operand.
void make_move(const DraftKernel& kernel, Draft& d) {
  if (d.instruction.memory.elements != 1) return;
  const auto bank = place_in_bank(kernel, d, d.destinations[0].reg);
  if (!bank) return;
  Instruction& i = d.instruction;
  d.mnemonic = "mov";
  i.unit = Unit::sp;
  i.memory = {};
  i.offset = 0;
  i.execute = move_bits(8u * bank->bytes);
  i.operand[0] = {.kind = OperandRef::Kind::constant};
  i.constant = *bank;
}

}  // namespace

void fold_constants(DraftKernel& kernel, InstructionSet isa) {
  const Definitions known(kernel);
  std::vector<std::optional<Constant>> constant(kernel.registers.size());
  for (RegisterId r = 0; r < constant.size(); ++r) constant[r] = constant_of(kernel, known, r, isa);
  for (Draft& d : kernel.code)
    for (unsigned k = 0; k < max_operands; ++k)
      if (const RegisterId r = register_of(d, k); r != no_register && constant[r])
        fold_operand(d, k, *constant[r], isa);
  if (isa == InstructionSet::ptx) return;
  for (Draft& d : kernel.code) make_move(kernel, d);
}

}  // namespace heddle::ptx
