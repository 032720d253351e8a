// SPDX-License-Identifier: Apache-2.0
#include "models/ptx/opcodes/compare.hpp"

/// Comparisons of pairs of 16-bit floats: each half has a result of its own.
namespace heddle::ptx {
namespace {

/// setp p|q: p compares the lower halves, q the upper ones.
template <auto Low, auto High>
void compare_to_predicates(const Instruction& i, const WarpContext& c, LaneMask, Operands& o) {
  const LaneMask other = combined_with(i, o);
  o.predicate = {combined(Compare<Low>::lanes(i, c, o), other, i.modifiers.combine),
                 combined(Compare<High>::lanes(i, c, o), other, i.modifiers.combine)};
}

/// set: all ones or 1.0 in each half where the comparison holds.
template <auto Low, auto High>
void compare_to_register(const Instruction& i, const WarpContext& c, LaneMask active, Operands& o) {
  const LaneMask other = combined_with(i, o);
  const LaneMask low = combined(Compare<Low>::lanes(i, c, o), other, i.modifiers.combine);
  const LaneMask high = combined(Compare<High>::lanes(i, c, o), other, i.modifiers.combine);
  const std::uint32_t yes = truth(i);
  Words32 words;
  for (unsigned lane = 0; lane < warp_size; ++lane)
    words[lane] = yes & ((lane_select(low, lane) & 0xffffu) | (lane_select(high, lane) & 0xffff0000u));
  merge(words, active, o.destination[0]);
}

template <class H>
void choose(Base base, bool to_predicates, Instruction& i) {
  using Low = HalfOf<H, 0>;
  using High = HalfOf<H, 16>;
  const auto both = [&]<auto L, auto U>() {
    i.execute = to_predicates ? compare_to_predicates<L, U> : compare_to_register<L, U>;
  };
  switch (base) {
    case Base::equal:
      return both.template operator()<equal<Low>, equal<High>>();
    case Base::less:
      return both.template operator()<less<Low>, less<High>>();
    case Base::less_equal:
      return both.template operator()<less_equal<Low>, less_equal<High>>();
    case Base::unequal:
      return both.template operator()<unequal<Low>, unequal<High>>();
    case Base::numbers:
      return both.template operator()<numbers<Low>, numbers<High>>();
  }
}

void choose(Type compared, const Spelling& s, bool to_predicates, Instruction& i) {
  const Base base = prepare_comparison(s, i);
  if (compared == Type::f16x2)
    choose<Half>(base, to_predicates, i);
  else
    choose<Brain>(base, to_predicates, i);
}
void setp(const Spelling& s, Instruction& i) { choose(s.types[0], s, true, i); }
void set(const Spelling& s, Instruction& i) {
  choose(s.types[1], s, false, i);
  set_truth(i, s.types[0]);
}

const Opcode rows[] = {
    {"setp.#fcmp.ftz?.f16x2", "=p 0 0", Unit::sp, setp},
    {"setp.#fcmp.bf16x2", "=p 0 0", Unit::sp, setp},
    {"setp.#fcmp.and|or|xor.ftz?.f16x2", "=p 0 0 p", Unit::sp, setp},
    {"setp.#fcmp.and|or|xor.bf16x2", "=p 0 0 p", Unit::sp, setp},
    {"set.#fcmp.ftz?.f16x2|u32|s32.f16x2", "=0 1 1", Unit::sp, set},
    {"set.#fcmp.bf16x2|u32|s32.bf16x2", "=0 1 1", Unit::sp, set},
    {"set.#fcmp.and|or|xor.ftz?.f16x2|u32|s32.f16x2", "=0 1 1 p", Unit::sp, set},
    {"set.#fcmp.and|or|xor.bf16x2|u32|s32.bf16x2", "=0 1 1 p", Unit::sp, set},
};
[[maybe_unused]] const bool added = add_opcodes(rows);

}  // namespace
}  // namespace heddle::ptx
