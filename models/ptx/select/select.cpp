// SPDX-License-Identifier: Apache-2.0
#include "models/ptx/select/select.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <string>

#include "models/ptx/draft/frame_access.hpp"
#include "models/ptx/opcodes/pack.hpp"
#include "models/ptx/select/selector.hpp"

namespace heddle::ptx {

Selector::Selector(const SourceText& source, const Module& module, const Function& function,
                   const Layout& layout, bool has_stack, Divergence divergence)
    : source_(source), module_(module), layout_(layout), function_(function), divergence_(divergence) {
  kernel_.registers = function.registers;
  kernel_.frame_bytes = layout.frame_bytes(function);
  if (has_stack) kernel_.stack_pointer = new_register(Type::b32);
}

DraftKernel Selector::run() {
  std::vector<std::uint32_t> first;  // first instruction of each statement
  line_ = function_.place.line;
  begin();
  for (const Statement& statement : function_.body) {
    first.push_back(here());
    line_ = statement.place.line;
    select(with_frame_addresses(statement));
  }
  first.push_back(here());
  end();
  for (const auto& [jump, statement] : jumps_) {
    kernel_.code[jump].instruction.target = first[statement];
    // A branch to a label passes by the pragmas that stand before the label without an instruction between
    // them.
    for (std::uint32_t s = statement; s-- > 0 && first[s] == first[statement];)
      kernel_.code[jump].passed_pragmas += function_.body[s].spelling.opcode->shape == Shape::pragma;
  }
  return std::move(kernel_);
}

RegisterId Selector::new_register(Type type) {
  kernel_.registers.push_back({"_", type});
  return static_cast<RegisterId>(kernel_.registers.size() - 1);
}

void Selector::fail_size() const {
  source_.fail({line_, 1}, {.what = fmt::format("'{}' becomes too many instructions here", function_.name),
                            .legal = fmt::format("up to {}", max_drafts)});
}

void Selector::select(const Statement& s) {
  switch (s.spelling.opcode->shape) {
    case Shape::compute:
      return compute(s);
    case Shape::move:
      return move(s);
    case Shape::load:
      return load(s);
    case Shape::store:
      return store(s);
    case Shape::pragma:
      return pragmas_.push_back({s.place.line, s.pragma});
    case Shape::branch:
      return branch(s);
    case Shape::indexed_branch:
      return indexed_branch(s);
    case Shape::call:
      return call(s);
    case Shape::exit:
      return leave(s, false);
    case Shape::ret:
      return leave(s, true);
    case Shape::barrier:
      return barrier(s);
    case Shape::fence:
      return fence(s);
    case Shape::trap:
      return trap(s);
    case Shape::atomic:
      return atomic(s);
    case Shape::copy:
      return async_copy(s);
    case Shape::copy_group:
      return copy_group(s);
    case Shape::mbarrier:
      return mbarrier_operation(s);
    case Shape::mbarrier_wait:
      return mbarrier_wait(s);
    case Shape::texture:
      return texture(s);
  }
}

/// Makes a statement that is not in the source.
Statement Selector::made(const Statement& origin, std::string_view mnemonic,
                         const std::vector<std::string_view>& suffixes, std::vector<Operand> operands) const {
  Statement s;
  s.place = origin.place;
  s.spelling = match_opcode(source_, origin.place, mnemonic, suffixes);
  s.operands = std::move(operands);
  return s;
}

Statement Selector::with_frame_addresses(const Statement& s) {
  Statement result = s;
  if (kernel_.stack_pointer == no_register || s.spelling.opcode->shape == Shape::call) return result;
  for (Operand& o : result.operands) {
    if (o.kind != Operand::Kind::symbol) continue;
    const VariableAddress at = layout_.address(*o.symbol, function_);
    if (at.base == VariableAddress::Base::none) continue;
    const Operand low{.kind = Operand::Kind::reg, .place = o.place, .reg = new_register(Type::u32)};
    emit(copy(kernel_, kernel_.stack_pointer, low.reg));
    emit(add_to(low.reg, static_cast<std::int32_t>(static_cast<std::int64_t>(at.offset) + o.offset),
                at.base == VariableAddress::Base::callee ? 1 : 0));
    const bool wide = !s.spelling.types.empty() && bits_of(s.spelling.types[0]) == 64;
    o = low;
    if (!wide) continue;
    o.reg = new_register(Type::u64);
    select(made(s, "cvt", {"u64", "u32"}, {o, low}));
  }
  return result;
}

void Selector::check_count(const Statement& s, std::size_t least, std::size_t most) const {
  if (s.operands.size() >= least && s.operands.size() <= most) return;
  source_.fail(s.place,
               {.what = fmt::format("wrong number of operands for '{}'", s.spelling.opcode->mnemonic()),
                .value = fmt::format("{}", s.operands.size()),
                .legal = least == most ? fmt::format("{}", least) : fmt::format("{} to {}", least, most)});
}

namespace {

void operand(DraftBuilder& b, const Operand& o, const OperandRole& role, unsigned& k) {
  if (role.address) {
    if (o.kind != Operand::Kind::address) b.fail(o, {.what = "operand must be an address"});
  } else if (role.destination) {
    b.destination(o, role);
  } else {
    b.source(k++, o, role);
  }
}

}  // namespace

/// A variable that cvta makes a generic address of must lie in the space that it names.
void Selector::check_converted(const Statement& s) const {
  if (s.spelling.opcode->mnemonic() != "cvta") return;
  const Operand& from = s.operands[1];
  if (from.kind != Operand::Kind::symbol) return;
  if (s.spelling.has("to"))
    source_.fail(from.place, {.what = "cvta.to of a variable is not supported: it needs a generic address",
                              .value = std::string(from.symbol->name),
                              .legal = "a register"});
  const std::string_view space = space_word(s.spelling);
  if (directive_of(from.symbol->space) != space)
    source_.fail(from.place, {.what = fmt::format("variable does not lie in .{}", space),
                              .value = std::string(from.symbol->name)});
}

void Selector::compute(const Statement& s) {
  const std::vector<OperandRole> roles = operand_roles(s.spelling);
  std::size_t least = 0;
  std::size_t most = 0;
  for (const OperandRole& role : roles) {
    least += role.optional || role.implicit ? 0 : 1;
    most += role.implicit ? 0 : 1;
  }
  check_count(s, least, most);
  check_converted(s);
  DraftBuilder b = builder(s);
  unsigned k = 0;
  std::size_t n = 0;
  for (const OperandRole& role : roles) {
    if (role.implicit)
      role.destination ? b.carry_destination() : b.carry_source(k++);
    else if (n < s.operands.size())
      operand(b, s.operands[n++], role, k);
  }
  s.spelling.opcode->semantics(s.spelling, b.instruction());
  if (divergence_ == Divergence::threads && s.spelling.has("sync")) {
    const bool only_gathers = s.spelling.opcode->mnemonic() == "bar";
    if (only_gathers || b.instruction().exchanges_lanes) gather(s);
    if (only_gathers) return;
  }
  emit(b);
}

/// The last operand of what lanes do together is the mask of those that take part.
void Selector::gather(const Statement& s) {
  DraftBuilder b = builder(s);
  b.instruction().unit = Unit::control;
  b.instruction().control = Control::gather;
  b.source(0, s.operands.back(), {.type = Type::u32});
  emit(b);
}

/// Translates `mov`, which also packs {a, b, ...} into a register and unpacks it.
void Selector::move(const Statement& s) {
  check_count(s, 2, 2);
  if (const unsigned parts = s.spelling.has("v4") ? 4 : s.spelling.has("v2") ? 2 : 0; parts != 0)
    return move_vector(s, parts);
  const bool packs = s.operands[1].kind == Operand::Kind::vector;
  const bool unpacks = s.operands[0].kind == Operand::Kind::vector;
  if (!packs && !unpacks) return compute(s);
  const Type whole = s.spelling.types[0];
  const Operand& vector = s.operands[packs ? 1 : 0];
  const std::size_t parts = vector.elements.size();
  if (!vector.name.empty()) {  // a register of several parts: as a whole it is a value of as many bits
    std::size_t bits = 0;
    for (const Operand& part : vector.elements)
      bits += part.kind == Operand::Kind::reg ? bits_of(kernel_.registers[part.reg].type) : 0;
    if (bits != bits_of(whole) || !name_of(whole).starts_with('b'))
      source_.fail(
          vector.place,
          {.what = fmt::format("a register of {} parts where one value is needed", parts),
           .value = std::string(vector.name),
           .legal = fmt::format("{}.x, or mov.b32 and mov.b64 of a register of as many bits", vector.name)});
  }
  const unsigned part_bits = bits_of(whole) / static_cast<unsigned>(parts);
  if ((packs && unpacks) || (parts != 2 && parts != 4) || part_bits < 8)
    source_.fail(vector.place,
                 {.what = "vector does not fit the type of 'mov'",
                  .legal = "b16: two 8-bit registers; b32: two of 16 or four of 8 bits; b64: two of "
                           "32 or four of 16 bits"});
  const OperandRole part{.type = part_bits == 8 ? Type::b8 : part_bits == 16 ? Type::b16 : Type::b32};
  const OperandRole all{.type = whole};
  DraftBuilder b = builder(s);
  if (packs)
    b.destination(s.operands[0], all);
  else
    b.source(0, s.operands[1], all);
  for (unsigned k = 0; k < parts; ++k) {
    if (packs && vector.elements[k].kind == Operand::Kind::sink)  // these bits are left to the machine
      b.source(k, {.kind = Operand::Kind::integer, .place = vector.place}, part);
    else if (packs)
      b.source(k, vector.elements[k], part);
    else
      b.destination(vector.elements[k], part);
  }
  b.instruction().execute = packs ? pack(part_bits) : unpack(part_bits);
  b.instruction().packed = packs && part_bits < 32;
  emit(b);
}

/// Translates `mov.v4.f32 {a, b, c, d}, {e, f, g, h};`: all sources are read before a destination is written.
void Selector::move_vector(const Statement& s, unsigned parts) {
  for (const Operand& o : s.operands)
    if (o.kind != Operand::Kind::vector || o.elements.size() != parts)
      source_.fail(o.place, {.what = "operand of 'mov' is not a vector of as many parts as its suffix says",
                             .legal = fmt::format("a vector of {} parts", parts)});
  const auto copy_part = [&](const Operand& to, const Operand& from) {
    Statement one = made(s, "mov", {name_of(s.spelling.types[0])}, {to, from});
    one.guard = s.guard;
    one.guard_negated = s.guard_negated;
    compute(one);
  };
  const std::vector<Operand>& to = s.operands[0].elements;
  std::vector<Operand> from = s.operands[1].elements;
  for (unsigned k = 0; k < parts; ++k) {
    const auto is_written = [&](const Operand& o) {
      return o.kind == Operand::Kind::reg && o.reg == from[k].reg;
    };
    if (from[k].kind != Operand::Kind::reg || std::none_of(to.begin(), to.begin() + k, is_written)) continue;
    const Operand kept{
        .kind = Operand::Kind::reg, .place = from[k].place, .reg = new_register(s.spelling.types[0])};
    copy_part(kept, from[k]);
    from[k] = kept;
  }
  for (unsigned k = 0; k < parts; ++k)
    if (to[k].kind != Operand::Kind::sink) copy_part(to[k], from[k]);
}

DraftKernel select_instructions(const SourceText& source, const Module& module, const Function& function,
                                const Layout& layout, bool has_stack, Divergence divergence) {
  return Selector(source, module, function, layout, has_stack, divergence).run();
}

}  // namespace heddle::ptx
