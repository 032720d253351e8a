// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <string_view>
#include <utility>

#include "models/ptx/opcodes/by_type.hpp"
#include "models/ptx/opcodes/half.hpp"
#include "models/ptx/opcodes/lanes.hpp"

/// What setp and set have in common for all types.
namespace heddle::ptx {

/// The lower or upper half of a pair of 16-bit floats.
template <class H, unsigned at>
struct HalfOf {
  std::uint32_t pair;
};

/// What is compared. f16 and bf16 widen exactly.
template <class T>
T number(T a) {
  return a;
}
inline double number(Half a) { return widen(a); }
inline double number(Brain a) { return widen(a); }
template <class H, unsigned at>
double number(HalfOf<H, at> a) {
  return widen(static_cast<H>(a.pair >> at & 0xffff));
}
template <class H, unsigned at>
HalfOf<H, at> flushed(HalfOf<H, at> a) {
  return {static_cast<std::uint32_t>(flushed(static_cast<H>(a.pair >> at & 0xffff))) << at};
}

// Every comparison is one of these, perhaps with its operands swapped or its result negated. NaN fails all.
template <class T>
bool equal(T a, T b) {
  return number(a) == number(b);
}
template <class T>
bool less(T a, T b) {
  return number(a) < number(b);
}
template <class T>
bool less_equal(T a, T b) {
  return number(a) <= number(b);
}
template <class T>
bool unequal(T a, T b) {
  return number(a) < number(b) || number(a) > number(b);
}
template <class T>
bool numbers(T a, T b) {
  return number(a) == number(a) && number(b) == number(b);
}

enum class Base { equal, less, less_equal, unequal, numbers };

struct Comparison {
  std::string_view name;
  Base base;
  bool swapped = false, negated = false;
};

// Float and integer comparisons share names; `ne` of floats is ordered, and for integers that makes no
// difference.
inline constexpr std::array<Comparison, 18> comparisons{{
    {"eq", Base::equal},
    {"ne", Base::unequal},
    {"lt", Base::less},
    {"le", Base::less_equal},
    {"gt", Base::less, true},
    {"ge", Base::less_equal, true},
    {"lo", Base::less},
    {"ls", Base::less_equal},
    {"hi", Base::less, true},
    {"hs", Base::less_equal, true},
    {"equ", Base::unequal, false, true},
    {"neu", Base::equal, false, true},
    {"ltu", Base::less_equal, true, true},
    {"leu", Base::less, true, true},
    {"gtu", Base::less_equal, false, true},
    {"geu", Base::less, false, true},
    {"num", Base::numbers},
    {"nan", Base::numbers, false, true},
}};

inline LaneMask combined(LaneMask compared, LaneMask other, Combine how) {
  switch (how) {
    case Combine::conjunction:
      return compared & other;
    case Combine::disjunction:
      return compared | other;
    case Combine::exclusive:
      return compared ^ other;
    case Combine::none:
      break;
  }
  return compared;
}

/// Which lanes of operand[0] and operand[1] compare as F says.
template <auto F>
struct Compare;

template <class T, bool (*F)(T, T)>
struct Compare<F> {
  static LaneMask lanes(const Instruction& i, const WarpContext& c, const Operands& o) {
    const Source<T> a(i.operand[0], c, o), b(i.operand[1], c, o);
    LaneMask result = 0;
    if (i.modifiers.flush)
      for (unsigned lane = 0; lane < warp_size; ++lane)
        result |= F(flushed(a[lane]), flushed(b[lane])) ? lane_bit[lane] : 0;
    else
      // All ones or none, so that the loop becomes vectors.
      for (unsigned lane = 0; lane < warp_size; ++lane)
        result |= lane_bit[lane] & (0u - static_cast<std::uint32_t>(F(a[lane], b[lane])));
    return i.modifiers.negate ? ~result : result;
  }
};

/// The mask that operand[2] gives to a combination, or nothing.
inline LaneMask combined_with(const Instruction& i, const Operands& o) {
  return i.modifiers.combine == Combine::none ? 0 : predicate_of(i, 2, o);
}

/// Finds the opcode's comparison, swaps operands and sets `negate` as it demands.
inline Base prepare_comparison(const Spelling& s, Instruction& i) {
  for (const Comparison& comparison : comparisons) {
    if (comparison.name != s.words[0]) continue;
    if (comparison.swapped) std::swap(i.operand[0], i.operand[1]);
    i.modifiers.negate = comparison.negated;
    return comparison.base;
  }
  return Base::equal;  // not reached: the table's syntax admits only the names above
}

/// Calls `f.operator()<F>()` for the comparison F of type T.
template <class T, class F>
void with_comparison(Base base, F&& f) {
  switch (base) {
    case Base::equal:
      return f.template operator()<equal<T>>();
    case Base::less:
      return f.template operator()<less<T>>();
    case Base::less_equal:
      return f.template operator()<less_equal<T>>();
    case Base::unequal:
      return f.template operator()<unequal<T>>();
    case Base::numbers:
      return f.template operator()<numbers<T>>();
  }
}

/// The value that `set` gives for true, from operand[3].
inline std::uint32_t truth(const Instruction& i) {
  return static_cast<std::uint32_t>(i.operand[3].immediate);
}
inline void set_truth(Instruction& i, Type result) {
  std::uint32_t yes = bits_of(result) == 16 ? 0xffffu : ~0u;
  if (result == Type::f32) yes = 0x3f800000u;
  if (result == Type::f16) yes = 0x3c00u;
  if (result == Type::bf16) yes = 0x3f80u;
  if (result == Type::f16x2) yes = 0x3c003c00u;
  if (result == Type::bf16x2) yes = 0x3f803f80u;
  i.operand[3] = {.kind = OperandRef::Kind::immediate, .immediate = yes};
}

}  // namespace heddle::ptx
