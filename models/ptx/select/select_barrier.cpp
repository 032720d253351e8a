// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include "models/ptx/opcodes/lanes.hpp"
#include "models/ptx/select/selector.hpp"

/// Barriers of the CTA, and fences.
namespace heddle::ptx {
namespace {

/// The second half of bar.red: writes the result of the barrier to a register or predicate.
void read_barrier_result(const Instruction& i, const WarpContext&, LaneMask active, Operands& o) {
  if (i.predicate_count != 0) {
    o.predicate[0] = o.barrier_result != 0 ? all_lanes : 0;
    return;
  }
  Words32 words;
  words.fill(o.barrier_result);
  merge(words, active, o.destination[0]);
}

Barrier::Reduction reduction_of(const Spelling& s) {
  return s.has("popc")  ? Barrier::Reduction::count
         : s.has("and") ? Barrier::Reduction::all
         : s.has("or")  ? Barrier::Reduction::any
                        : Barrier::Reduction::none;
}

void check_literal(const DraftBuilder& b, const Operand& o, bool number) {
  if (o.kind != Operand::Kind::integer) return;
  const std::int64_t v = o.integer;
  if (number ? v < 0 || v > 15 : v <= 0 || v % warp_size != 0)
    b.fail(o, {.what = number ? "no such barrier" : "a barrier counts whole warps; threads that take part",
               .value = fmt::format("{}", v),
               .legal = number ? "0 to 15" : fmt::format("a multiple of {}, not 0", warp_size)});
}

}  // namespace

void Selector::barrier(const Statement& s) {
  const Barrier::Reduction reduction = reduction_of(s.spelling);
  const bool reduces = reduction != Barrier::Reduction::none, arrives = s.spelling.has("arrive");
  const std::size_t around = reduces ? 2 : 0;  // the result comes first, the predicate last
  check_count(s, around + (arrives ? 2 : 1), around + 2);
  DraftBuilder b = builder(s);
  Instruction& i = b.instruction();
  i.control = Control::barrier;
  i.barrier = {.reduction = reduction, .waits = !arrives};
  const std::size_t first = reduces ? 1 : 0, given = s.operands.size() - around;
  for (std::size_t k = 0; k < given; ++k) {
    check_literal(b, s.operands[first + k], k == 0);
    b.source(static_cast<unsigned>(k), s.operands[first + k], {.type = Type::u32});
  }
  if (reduces) b.source(2, s.operands.back(), {.type = Type::pred});
  emit(b);
  if (!reduces) return;
  DraftBuilder result = builder(s);
  result.instruction().unit = Unit::sp;
  result.instruction().execute = read_barrier_result;
  result.destination(s.operands[0],
                     {.type = s.spelling.has("popc") ? Type::u32 : Type::pred, .destination = true});
  emit(result);
}

/// A `fence` beyond the CTA makes the writes of others visible, so it invalidates the L1. A `membar` does not
/// promise that: on Fermi the L1 keeps stale lines (Alglave et al., ASPLOS 2015, section 3.1).
void Selector::fence(const Statement& s) {
  check_count(s, 0, 0);
  const bool refreshes = s.spelling.opcode->mnemonic() == "fence" && !s.spelling.has("cta");
  emit_fence(refreshes ? CacheOperator::global : CacheOperator::all);
}

/// The fence holds the whole warp, whatever lanes pass a guard, which is only stronger.
void Selector::emit_fence(CacheOperator cache) {
  Draft d;
  d.instruction.memory.cache = cache;
  d.instruction.unit = Unit::control;
  d.instruction.control = Control::fence;
  emit(d);
}

/// The access must not become visible before the warp's earlier accesses.
bool Selector::releases(const Statement& s) const {
  return !s.spelling.among({"release", "acq_rel"}).empty();
}
/// The warp's later accesses must not be performed before this access.
bool Selector::acquires(const Statement& s) const {
  return !s.spelling.among({"acquire", "acq_rel"}).empty();
}

}  // namespace heddle::ptx
