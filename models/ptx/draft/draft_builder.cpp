// SPDX-License-Identifier: Apache-2.0
#include "models/ptx/draft/draft_builder.hpp"

#include <fmt/format.h>

#include <string>

#include "models/ptx/module/immediate.hpp"

namespace heddle::ptx {
namespace {

bool is_integer(Type t) {
  return is_signed(t) || t == Type::u8 || t == Type::u16 || t == Type::u32 || t == Type::u64;
}

/// Whether a register of type `given` may be an operand of type `wanted`, whatever their widths (PTX ISA,
/// "Operand Types", as ptxas has it: registers of type .f16x2 are also integers).
bool agree(Type wanted, Type given) {
  if (is_untyped(wanted) || is_untyped(given)) return true;
  if (is_integer(wanted)) return is_integer(given) || given == Type::f16x2;
  if (wanted == Type::tf32) return given == Type::f32;  // a float with fewer digits
  if (is_float(wanted) || is_float(given)) return wanted == given;
  return !is_integer(given);
}

}  // namespace

DraftBuilder::DraftBuilder(const SourceText& source, const Layout& layout, const Function& function,
                           std::vector<VirtualRegister>& registers, const Statement& statement)
    : source_(source), layout_(layout), function_(function), registers_(registers), statement_(statement) {
  Instruction& i = draft_.instruction;
  i.operation = operation_of(statement.spelling);
  i.unit = is_double(i.operation) ? Unit::dp : statement.spelling.opcode->unit;
  i.line = statement.place.line;
  i.modifiers = modifiers_of(statement.spelling);
  i.packed = packs_result(statement.spelling);
  draft_.guard = statement.guard;
  draft_.mnemonic = statement.spelling.opcode->mnemonic();
  i.guard_negated = statement.guard_negated;
}

RegisterId DraftBuilder::new_register(Type type) {
  registers_.push_back({"_", type});
  return static_cast<RegisterId>(registers_.size() - 1);
}

RegisterId DraftBuilder::register_of(const Operand& o, OperandRole role) const {
  if (o.kind != Operand::Kind::reg)
    fail(o, {.what = "operand must be a register",
             .legal = fmt::format("a register of type .{}", name_of(role.type))});
  const VirtualRegister& reg = registers_[o.reg];
  // PTX has no 8-bit registers in practice: 8-bit values are held in wider ones.
  const unsigned wanted = bits_of(role.type), given = bits_of(reg.type);
  const bool fits = role.type == Type::pred || reg.type == Type::pred
                        ? role.type == reg.type
                        : agree(role.type, reg.type) &&
                              (given == wanted || (given > wanted && (role.wider || wanted == 8)));
  if (!fits)
    fail(o, {.what = "register does not fit the operand",
             .value = fmt::format("{} (.{})", reg.name, name_of(reg.type)),
             .legal =
                 fmt::format("a register of type .{}{}", name_of(role.type), role.wider ? " or wider" : "")});
  if (o.negated && role.type != Type::pred)
    fail(o, {.what = "only a predicate may be negated", .value = std::string(reg.name)});
  return o.reg;
}

std::uint8_t DraftBuilder::read(RegisterId reg) {
  Instruction& i = draft_.instruction;
  const std::uint8_t first = i.source_count;
  const unsigned words = bits_of(type_of(reg)) == 64 ? 2 : 1;
  if (first + words > max_sources)
    source_.fail(statement_.place, {.what = "instruction reads too many registers",
                                    .legal = fmt::format("{} 32-bit registers", max_sources)});
  for (unsigned w = 0; w < words; ++w) draft_.sources[i.source_count++] = {reg, w == 1};
  return first;
}

void DraftBuilder::write(RegisterId reg) {
  Instruction& i = draft_.instruction;
  const unsigned words = bits_of(type_of(reg)) == 64 ? 2 : 1;
  if (i.destination_count + words > max_destinations)
    source_.fail(statement_.place, {.what = "instruction writes too many registers",
                                    .legal = fmt::format("{} 32-bit registers", max_destinations)});
  for (unsigned w = 0; w < words; ++w) draft_.destinations[i.destination_count++] = {reg, w == 1};
}

VariableAddress DraftBuilder::address(const Operand& o) const {
  return layout_.address(*o.symbol, function_);
}

void DraftBuilder::source(unsigned k, const Operand& o, OperandRole role) {
  OperandRef& ref = draft_.instruction.operand[k];
  switch (o.kind) {
    case Operand::Kind::reg: {
      const RegisterId reg = register_of(o, role);
      if (role.type == Type::pred) {
        ref = {.kind = OperandRef::Kind::predicate, .negated = o.negated};
        draft_.predicate_operands[k] = reg;
      } else {
        ref = {.kind = OperandRef::Kind::slot, .index = read(reg)};
      }
      return;
    }
    case Operand::Kind::special:
      if (role.type == Type::pred) fail(o, {.what = "operand must be a predicate"});
      ref = {.kind = OperandRef::Kind::special, .index = o.special};
      return;
    case Operand::Kind::symbol:
      ref = {.kind = OperandRef::Kind::immediate,
             .immediate = address(o).offset + static_cast<std::uint64_t>(o.offset)};
      return;
    case Operand::Kind::integer:
    case Operand::Kind::real:
      ref = {.kind = OperandRef::Kind::immediate, .immediate = immediate_bits(source_, o, role.type)};
      return;
    default:
      fail(o, {.what = "operand cannot be used here",
               .legal = fmt::format("a register, a special register or a literal of type .{}",
                                    name_of(role.type))});
  }
}

void DraftBuilder::write_predicate(const Operand& o, OperandRole role) {
  if (o.negated) fail(o, {.what = "a destination cannot be negated"});
  role.type = Type::pred;
  draft_.predicate_destinations[draft_.instruction.predicate_count++] =
      o.kind == Operand::Kind::sink ? new_register(Type::pred) : register_of(o, role);
}

void DraftBuilder::destination(const Operand& o, OperandRole role) {
  const bool pair = o.kind == Operand::Kind::pair && (role.type == Type::pred || role.with_predicate);
  const Operand& first = pair ? o.elements[0] : o;
  if (role.type == Type::pred)
    write_predicate(first, role);
  else
    write(first.kind == Operand::Kind::sink ? new_register(role.type) : register_of(first, role));
  if (pair) write_predicate(o.elements[1], role);
}

RegisterId DraftBuilder::carry_flag() {
  static constexpr std::string_view name = "CC.CF";  // not a legal name of a PTX register
  for (RegisterId r = 0; r < registers_.size(); ++r)
    if (registers_[r].name == name) return r;
  registers_.push_back({name, Type::pred});
  return static_cast<RegisterId>(registers_.size() - 1);
}

void DraftBuilder::carry_source(unsigned k) {
  draft_.instruction.operand[k] = {.kind = OperandRef::Kind::predicate};
  draft_.predicate_operands[k] = carry_flag();
}

void DraftBuilder::carry_destination() {
  draft_.predicate_destinations[draft_.instruction.predicate_count++] = carry_flag();
}

}  // namespace heddle::ptx
