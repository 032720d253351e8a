// SPDX-License-Identifier: Apache-2.0
#include "models/ptx/select/selector.hpp"

/// Atomics: atom, and red, which returns no value.
namespace heddle::ptx {

void Selector::atomic(const Statement& s) {
  const std::size_t first = s.spelling.opcode->mnemonic() == "atom" ? 1 : 0;
  const std::size_t count = first + (s.spelling.has("cas") ? 3 : 2);
  check_count(s, count, count);
  if (releases(s)) emit_fence(CacheOperator::all);
  DraftBuilder b = builder(s);
  memory(b, s.operands[first]);
  Instruction& i = b.instruction();
  if (i.memory.space == Space::constant || i.memory.space == Space::parameter ||
      i.memory.space == Space::local)
    b.fail(s.operands[first],
           {.what = "atomics work on memory that threads share", .legal = ".global .shared"});
  if (first == 1 && s.operands[0].kind != Operand::Kind::sink)
    b.destination(s.operands[0], {.type = s.spelling.types[0], .destination = true, .wider = true});
  for (std::size_t k = first + 1; k < count; ++k)
    atomic_operand(b, static_cast<unsigned>(k - first), s.operands[k]);
  i.memory.store = i.destination_count == 0;
  s.spelling.opcode->semantics(s.spelling, i);
  emit(b);
  if (acquires(s)) emit_fence(s.spelling.has("cta") ? CacheOperator::all : CacheOperator::global);
}

/// A register or a literal is a source as it is; the value of a special register or symbol is first moved to
/// a register.
void Selector::atomic_operand(DraftBuilder& b, unsigned k, const Operand& o) {
  const Type type = b.statement().spelling.types[0];
  if (o.kind == Operand::Kind::special || o.kind == Operand::Kind::symbol)
    b.instruction().operand[k] = {.kind = OperandRef::Kind::slot,
                                  .index = b.read(materialize(b.statement(), o, type))};
  else
    b.source(k, o, {.type = type, .wider = true});
}

}  // namespace heddle::ptx
