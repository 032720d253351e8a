#include <fmt/format.h>

#include "models/ptx/selector.hpp"

/// Asynchronous copies, and the groups in which a warp waits for them.
namespace heddle::ptx {
namespace {

[[noreturn]] void fail_groups(const DraftBuilder& b, const Operand& o) {
  b.fail(o, {.what = "a wait names the number of groups that may still be under way",
             .value = o.kind == Operand::Kind::integer ? fmt::format("{}", o.integer) : "",
             .legal = "a number, 0 or more"});
}

}  // namespace

/// cp.async: the words are read as by a load, and written to shared memory when they have come.
void Selector::async_copy(const Statement& s) {
  check_count(s, 3, 4);
  DraftBuilder b = builder(s);
  address(b, s.operands[1], "global");
  copy_place(b, s.operands[0]);
  Instruction& i = b.instruction();
  const bool past = s.spelling.has("cg");
  const Operand& size = s.operands[2];
  if (size.kind != Operand::Kind::integer ||
      !(size.integer == 16 || (!past && (size.integer == 4 || size.integer == 8))))
    b.fail(size, {.what = fmt::format("cp.async{} does not copy so many bytes", past ? ".cg" : ".ca"),
                  .value = size.kind == Operand::Kind::integer ? fmt::format("{}", size.integer) : "",
                  .legal = past ? "16" : "4, 8 or 16"});
  i.memory.width = 4;
  i.memory.elements = static_cast<std::uint8_t>(size.integer / 4);
  i.memory.cache = past ? CacheOperator::global : CacheOperator::all;
  if (s.operands.size() == 4) copy_size(b, s.operands[3]);
  emit(b);
}

/// The place in shared memory.
void Selector::copy_place(DraftBuilder& b, const Operand& o) {
  if (o.kind != Operand::Kind::address || !o.elements.empty())
    b.fail(o, {.what = "operand must be an address in shared memory",
               .legal = "[register], [register+offset], [variable+offset]"});
  Instruction& i = b.instruction();
  i.copy.address_bits = 32;
  OperandRef& to = i.operand[1];
  to = {.kind = OperandRef::Kind::immediate, .immediate = static_cast<std::uint64_t>(o.offset)};
  if (o.symbol != nullptr) {
    if (o.symbol->space != SymbolSpace::shared)
      b.fail(o, {.what = "variable does not lie in .shared", .value = std::string(o.symbol->name)});
    to.immediate += b.address(o).offset;
  } else if (o.reg != no_register) {
    const unsigned bits = bits_of(b.type_of(o.reg));
    if (bits < 32) b.fail(o, {.what = "address register is too narrow", .legal = "32 or 64 bits"});
    i.copy.address_bits = static_cast<std::uint8_t>(bits);
    to.kind = OperandRef::Kind::slot;
    to.index = b.read(o.reg);
  }
}

/// How many bytes are read, or a predicate for none.
void Selector::copy_size(DraftBuilder& b, const Operand& o) {
  const bool skips = o.kind == Operand::Kind::reg && b.type_of(o.reg) == Type::pred;
  if (o.kind == Operand::Kind::special || o.kind == Operand::Kind::symbol)
    b.instruction().operand[2] = {.kind = OperandRef::Kind::slot,
                                  .index = b.read(materialize(b.statement(), o, Type::u32))};
  else
    b.source(2, o, {.type = skips ? Type::pred : Type::u32});
}

/// commit_group, wait_group, and wait_all, which is both.
void Selector::copy_group(const Statement& s) {
  const bool waits = s.spelling.has("wait_group"), all = s.spelling.has("wait_all");
  check_count(s, waits ? 1 : 0, waits ? 1 : 0);
  Draft d;
  d.instruction.unit = Unit::control;
  if (!waits) {
    d.instruction.control = Control::commit;
    emit(d);
  }
  if (!waits && !all) return;
  d.instruction.control = Control::await;
  d.instruction.operand[0] = {.kind = OperandRef::Kind::immediate};
  if (waits) {
    const Operand& groups = s.operands[0];
    if (groups.kind != Operand::Kind::integer || groups.integer < 0) fail_groups(builder(s), groups);
    d.instruction.operand[0].immediate = static_cast<std::uint64_t>(groups.integer);
  }
  emit(d);
}

}  // namespace heddle::ptx
