// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include "models/ptx/program/mbarrier.hpp"
#include "models/ptx/program/operand_source.hpp"
#include "models/ptx/select/selector.hpp"

/// mbarriers: atomics on an object of 64 bits, and tests of its phase.
namespace heddle::ptx {
namespace {

/// Has the phase of the object, operand[0], passed the one that operand[1] tells: a state, or the parity of
/// the present phase or the one before?
template <bool parity>
void phase_passed(const Instruction& i, const WarpContext& c, LaneMask, Operands& o) {
  const Source<std::uint64_t> object(i.operand[0], c, o);
  const Source<std::conditional_t<parity, std::uint32_t, std::uint64_t>> told(i.operand[1], c, o);
  o.predicate[0] = 0;
  for (unsigned lane = 0; lane < warp_size; ++lane) {
    const std::uint64_t now = mbarrier::phase(object[lane]);
    const bool passed =
        parity ? (now & 1) != (told[lane] & 1) : now != mbarrier::phase(std::uint64_t{told[lane]});
    o.predicate[0] |= LaneMask{passed} << lane;
  }
}

std::uint64_t expect_one_more(std::uint64_t old, std::uint64_t, std::uint64_t) {
  return mbarrier::object(mbarrier::phase(old), mbarrier::expected(old), mbarrier::pending(old) + 1);
}

}  // namespace

/// A number of arrivals, as the atomic's operand of 64 bits.
Operand Selector::arrivals(const Statement& s, const Operand& o) {
  if (o.kind == Operand::Kind::integer) {
    if (o.integer < 1 || o.integer > static_cast<std::int64_t>(mbarrier::most_arrivals))
      source_.fail(o.place, {.what = "an mbarrier does not count so many arrivals",
                             .value = fmt::format("{}", o.integer),
                             .legal = fmt::format("1 to {}", mbarrier::most_arrivals)});
    return o;
  }
  Operand wide = o;
  wide.kind = Operand::Kind::reg;
  wide.reg = new_register(Type::u64);
  select(made(s, "cvt", {"u64", "u32"}, {wide, o}));
  return wide;
}

/// init, inval, arrive, arrive_drop.
void Selector::mbarrier_operation(const Statement& s) {
  if (s.spelling.opcode->mnemonic() == "cp") return arrive_behind_copies(s);
  const bool creates = s.spelling.has("init"), ends = s.spelling.has("inval"), returns = !creates && !ends;
  const std::size_t place = returns ? 1 : 0, count = place + 1;
  check_count(s, creates || s.spelling.has("noComplete") ? count + 1 : count, ends ? count : count + 1);
  const Operand one{.kind = Operand::Kind::integer, .place = s.place, .integer = 1};
  const Operand number = s.operands.size() > count ? arrivals(s, s.operands[count]) : one;
  DraftBuilder b = builder(s);
  memory(b, s.operands[place]);
  if (returns && s.operands[0].kind != Operand::Kind::sink)
    b.destination(s.operands[0], {.type = Type::b64, .destination = true});
  b.source(1, number, {.type = Type::u64});
  Instruction& i = b.instruction();
  i.memory.store = i.destination_count == 0;
  s.spelling.opcode->semantics(s.spelling, i);
  emit(b);
}

/// cp.async.mbarrier.arrive: unless `noinc` says that the program has counted it, the phase expects one
/// arrival more from now on, which comes when the warp's copies are complete.
void Selector::arrive_behind_copies(const Statement& s) {
  check_count(s, 1, 1);
  if (!s.spelling.has("noinc")) {
    DraftBuilder b = builder(s);
    memory(b, s.operands[0]);
    b.instruction().memory.update = expect_one_more;
    b.instruction().memory.mbarrier = MbarrierAccess::expect;
    b.instruction().memory.store = true;
    emit(b);
  }
  DraftBuilder b = builder(s);
  memory(b, s.operands[0]);
  b.instruction().operand[1] = {.kind = OperandRef::Kind::immediate, .immediate = 1};
  b.instruction().copy.arrives = true;
  s.spelling.opcode->semantics(s.spelling, b.instruction());
  emit(b);
}

/// test_wait, and try_wait, which may return at once and does. The time limit that it may have is of no use
/// then.
void Selector::mbarrier_wait(const Statement& s) {
  check_count(s, 3, s.spelling.has("try_wait") ? 4 : 3);
  Operand object{.kind = Operand::Kind::reg, .place = s.place, .reg = new_register(Type::b64)};
  std::vector<std::string_view> suffixes{"volatile", "b64"};
  if (!s.spelling.among({"shared", "shared::cta"}).empty()) suffixes.insert(suffixes.begin() + 1, "shared");
  Statement read = made(s, "ld", suffixes, {object, s.operands[1]});
  read.guard = s.guard;
  read.guard_negated = s.guard_negated;
  load(read);
  kernel_.code.back().instruction.memory.mbarrier = MbarrierAccess::read;
  DraftBuilder b = builder(s);
  const bool parity = s.spelling.has("parity");
  b.instruction().unit = Unit::sp;
  b.instruction().execute = parity ? phase_passed<true> : phase_passed<false>;
  b.source(0, object, {.type = Type::b64});
  b.source(1, s.operands[2], {.type = parity ? Type::u32 : Type::b64});
  b.destination(s.operands[0], {.type = Type::pred, .destination = true});
  emit(b);
}

}  // namespace heddle::ptx
