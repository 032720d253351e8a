// SPDX-License-Identifier: Apache-2.0
#include <array>
#include <string_view>

#include "models/ptx/opcodes/compare.hpp"

/// Comparisons and selections.
namespace heddle::ptx {
namespace {

/// setp p|q: p is the comparison, q its negation, each combined with the third operand.
template <auto F>
void compare_to_predicates(const Instruction& i, const WarpContext& c, LaneMask, Operands& o) {
  const LaneMask result = Compare<F>::lanes(i, c, o), other = combined_with(i, o);
  o.predicate = {combined(result, other, i.modifiers.combine), combined(~result, other, i.modifiers.combine)};
}

/// set: all ones (or 1.0) where the comparison holds, else 0.
template <auto F>
void compare_to_register(const Instruction& i, const WarpContext& c, LaneMask active, Operands& o) {
  const LaneMask result = combined(Compare<F>::lanes(i, c, o), combined_with(i, o), i.modifiers.combine);
  const std::uint32_t yes = truth(i);
  Words32 words;
  for (unsigned lane = 0; lane < warp_size; ++lane) words[lane] = lane_select(result, lane) & yes;
  merge(words, active, o.destination[0]);
}

using Comparable = TypeList<std::uint16_t, std::uint32_t, std::uint64_t, std::int16_t, std::int32_t,
                            std::int64_t, float, double>;

template <class T>
void choose(Base base, bool to_predicates, Instruction& i) {
  with_comparison<T>(
      base, [&]<auto F>() { i.execute = to_predicates ? compare_to_predicates<F> : compare_to_register<F>; });
}
void choose(Type compared, Base base, bool to_predicates, Instruction& i) {
  if (compared == Type::f16) return choose<Half>(base, to_predicates, i);
  if (compared == Type::bf16) return choose<Brain>(base, to_predicates, i);
  with_type(Comparable{}, compared, [&]<class T>() { choose<T>(base, to_predicates, i); });
}

void setp(const Spelling& s, Instruction& i) { choose(s.types[0], prepare_comparison(s, i), true, i); }
void set(const Spelling& s, Instruction& i) {
  choose(s.types[1], prepare_comparison(s, i), false, i);
  set_truth(i, s.types[0]);
}

template <class T>
void select(const Instruction& i, const WarpContext& c, LaneMask active, Operands& o) {
  const Source<T> a(i.operand[0], c, o), b(i.operand[1], c, o);
  const LaneMask first = predicate_of(i, 2, o);
  Results<T> results;
  for (unsigned lane = 0; lane < warp_size; ++lane) {
    const T take = static_cast<T>(static_cast<std::int32_t>(lane_select(first, lane)));  // all ones or zero
    results.put(lane, static_cast<T>((a[lane] & take) | (b[lane] & ~take)));
  }
  results.store(i, active, o);
}

void selp(const Spelling& s, Instruction& i) {
  const unsigned bits = bits_of(s.types[0]);
  i.execute = bits == 64 ? select<std::uint64_t> : bits == 32 ? select<std::uint32_t> : select<std::uint16_t>;
}

template <class T>
T slct_integer(T a, T b, std::int32_t c) {
  return c >= 0 ? a : b;
}
template <class T>
T slct_float(T a, T b, float c) {
  return c >= 0 ? a : b;
}
template <class T>
T slct_float_flushed(T a, T b, float c) {
  return flushed(c) >= 0 ? a : b;
}

void slct(const Spelling& s, Instruction& i) {
  const auto choose = [&]<class T>() {
    i.execute = s.types[1] == Type::s32 ? lanewise<slct_integer<T>>()
                : i.modifiers.flush     ? lanewise<slct_float_flushed<T>>()
                                        : lanewise<slct_float<T>>();
  };
  const unsigned bits = bits_of(s.types[0]);
  if (bits == 64)
    choose.operator()<std::uint64_t>();
  else if (bits == 32)
    choose.operator()<std::uint32_t>();
  else
    choose.operator()<std::uint16_t>();
}

#define ANY_TYPE "b16|b32|b64|u16|u32|u64|s16|s32|s64|f32|f64"
const Opcode rows[] = {
    {"setp.#cmp.u16|u32|u64", "=p 0 0", Unit::sp, setp},
    {"setp.#scmp.s16|s32|s64", "=p 0 0", Unit::sp, setp},
    {"setp.eq|ne.#b", "=p 0 0", Unit::sp, setp},
    {"setp.#fcmp.ftz?.f32", "=p 0 0", Unit::sp, setp},
    {"setp.#fcmp.f64", "=p 0 0", Unit::sp, setp},
    {"setp.#cmp.and|or|xor.u16|u32|u64", "=p 0 0 p", Unit::sp, setp},
    {"setp.#scmp.and|or|xor.s16|s32|s64", "=p 0 0 p", Unit::sp, setp},
    {"setp.eq|ne.and|or|xor.#b", "=p 0 0 p", Unit::sp, setp},
    {"setp.#fcmp.and|or|xor.ftz?.f32", "=p 0 0 p", Unit::sp, setp},
    {"setp.#fcmp.and|or|xor.f64", "=p 0 0 p", Unit::sp, setp},
    {"set.#cmp.u32|s32|f32.u16|u32|u64", "=0 1 1", Unit::sp, set},
    {"set.#scmp.u32|s32|f32.s16|s32|s64", "=0 1 1", Unit::sp, set},
    {"set.eq|ne.u32|s32|f32.#b", "=0 1 1", Unit::sp, set},
    {"set.#fcmp.ftz?.u32|s32|f32.f32|f64", "=0 1 1", Unit::sp, set},
    {"set.#cmp.and|or|xor.u32|s32|f32.u16|u32|u64", "=0 1 1 p", Unit::sp, set},
    {"set.#scmp.and|or|xor.u32|s32|f32.s16|s32|s64", "=0 1 1 p", Unit::sp, set},
    {"set.eq|ne.and|or|xor.u32|s32|f32.#b", "=0 1 1 p", Unit::sp, set},
    {"set.#fcmp.and|or|xor.ftz?.u32|s32|f32.f32|f64", "=0 1 1 p", Unit::sp, set},
    {"setp.#fcmp.ftz?.f16", "=p 0 0", Unit::sp, setp},
    {"setp.#fcmp.bf16", "=p 0 0", Unit::sp, setp},
    {"setp.#fcmp.and|or|xor.ftz?.f16", "=p 0 0 p", Unit::sp, setp},
    {"setp.#fcmp.and|or|xor.bf16", "=p 0 0 p", Unit::sp, setp},
    {"set.#cmp.f16|bf16.u16|u32|u64", "=0 1 1", Unit::sp, set},
    {"set.#scmp.f16|bf16.s16|s32|s64", "=0 1 1", Unit::sp, set},
    {"set.eq|ne.f16|bf16.#b", "=0 1 1", Unit::sp, set},
    {"set.#fcmp.ftz?.f16|bf16.f16|bf16|f32|f64", "=0 1 1", Unit::sp, set},
    {"set.#fcmp.ftz?.u16|s16|u32|s32.f16|bf16", "=0 1 1", Unit::sp, set},
    {"set.#cmp.and|or|xor.f16|bf16.u16|u32|u64", "=0 1 1 p", Unit::sp, set},
    {"set.#scmp.and|or|xor.f16|bf16.s16|s32|s64", "=0 1 1 p", Unit::sp, set},
    {"set.eq|ne.and|or|xor.f16|bf16.#b", "=0 1 1 p", Unit::sp, set},
    {"set.#fcmp.and|or|xor.ftz?.f16|bf16.f16|bf16|f32|f64", "=0 1 1 p", Unit::sp, set},
    {"set.#fcmp.and|or|xor.ftz?.u16|s16|u32|s32.f16|bf16", "=0 1 1 p", Unit::sp, set},
    {"selp." ANY_TYPE, "=0 0 0 p", Unit::sp, selp},
    {"slct.ftz?." ANY_TYPE ".s32|f32", "=0 0 0 1", Unit::sp, slct},
};
[[maybe_unused]] const bool added = add_opcodes(rows);

}  // namespace
}  // namespace heddle::ptx
