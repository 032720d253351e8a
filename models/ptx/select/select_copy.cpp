// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include "models/ptx/select/selector.hpp"

/// Asynchronous copies, and the groups in which a warp waits for them.
namespace heddle::ptx {
namespace {

[[noreturn]] void fail_groups(const DraftBuilder& b, const Operand& o) {
  b.fail(o, {.what = "a wait names the number of groups that may still be under way",
             .value = o.kind == Operand::Kind::integer ? fmt::format("{}", o.integer) : "",
             .legal = "a number, 0 or more"});
}

}  // namespace

/// cp.async: a load from global memory whose data is written to shared memory when it arrives.
void Selector::async_copy(const Statement& s) {
  check_count(s, 3, 4);
  DraftBuilder b = builder(s);
  Instruction& i = b.instruction();
  address(b, s.operands[0], "shared");
  i.operand[1] = i.operand[0];
  if (i.operand[1].kind == OperandRef::Kind::none) i.operand[1].kind = OperandRef::Kind::immediate;
  i.operand[1].immediate = static_cast<std::uint64_t>(i.offset);
  i.copy.address_bits = i.memory.address_bits;
  i.operand[0] = {};
  address(b, s.operands[1], "global");
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
  if (s.operands.size() == 4) {
    const Operand& read = s.operands[3];
    if (read.kind == Operand::Kind::integer && (read.integer < 0 || read.integer > size.integer))
      b.fail(read, {.what = "cp.async reads more bytes than it copies",
                    .value = fmt::format("{}", read.integer),
                    .legal = fmt::format("0 to {}", size.integer)});
    copy_size(b, read);
  }
  emit(b);
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
