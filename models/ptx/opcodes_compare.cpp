#include <array>
#include <string_view>
#include <utility>

#include "models/ptx/by_type.hpp"
#include "models/ptx/lanes.hpp"

/// Comparisons and selections.
namespace heddle::ptx {
namespace {

// Every comparison is one of these, perhaps with its operands swapped or its result negated. NaN fails all.
template <class T>
bool equal(T a, T b) {
  return a == b;
}
template <class T>
bool less(T a, T b) {
  return a < b;
}
template <class T>
bool less_equal(T a, T b) {
  return a <= b;
}
template <class T>
bool unequal(T a, T b) {
  return a < b || a > b;
}
template <class T>
bool numbers(T a, T b) {
  return a == a && b == b;
}

enum class Base { equal, less, less_equal, unequal, numbers };

struct Comparison {
  std::string_view name;
  Base base;
  bool swapped = false, negated = false;
};

// Float and integer comparisons share names; `ne` of floats is ordered, and for integers that makes no
// difference.
constexpr std::array<Comparison, 18> comparisons{{
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

LaneMask combined(LaneMask compared, LaneMask other, Combine how) {
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
      for (unsigned lane = 0; lane < warp_size; ++lane) result |= F(a[lane], b[lane]) ? lane_bit[lane] : 0;
    return i.modifiers.negate ? ~result : result;
  }
  /// setp p|q: p from the comparison, q from its opposite, both combined with the third operand.
  static void setp(const Instruction& i, const WarpContext& c, LaneMask, Operands& o) {
    const LaneMask result = lanes(i, c, o),
                   other = i.modifiers.combine == Combine::none ? 0 : predicate_of(i.operand[2], c);
    o.predicate = {combined(result, other, i.modifiers.combine),
                   combined(~result, other, i.modifiers.combine)};
  }
  /// set: all ones (or 1.0) where it holds.
  template <std::uint32_t yes>
  static void set(const Instruction& i, const WarpContext& c, LaneMask active, Operands& o) {
    const LaneMask other = i.modifiers.combine == Combine::none ? 0 : predicate_of(i.operand[2], c);
    const LaneMask result = combined(lanes(i, c, o), other, i.modifiers.combine);
    Words32 words;
    for (unsigned lane = 0; lane < warp_size; ++lane) words[lane] = lane_select(result, lane) & yes;
    merge(words, active, o.destination[0]);
  }
};

enum class Form { setp, set_ones, set_one };

template <auto F>
Execute in_form(Form form) {
  switch (form) {
    case Form::setp:
      return Compare<F>::setp;
    case Form::set_ones:
      return Compare<F>::template set<~0u>;
    case Form::set_one:
      return Compare<F>::template set<0x3f800000u>;
  }
  return nullptr;
}

template <class T>
Execute for_base(Base base, Form form) {
  switch (base) {
    case Base::equal:
      return in_form<equal<T>>(form);
    case Base::less:
      return in_form<less<T>>(form);
    case Base::less_equal:
      return in_form<less_equal<T>>(form);
    case Base::unequal:
      return in_form<unequal<T>>(form);
    case Base::numbers:
      return in_form<numbers<T>>(form);
  }
  return nullptr;
}

using Comparable = TypeList<std::uint16_t, std::uint32_t, std::uint64_t, std::int16_t, std::int32_t,
                            std::int64_t, float, double>;

void choose(const Spelling& s, Instruction& i, Type compared, Form form) {
  for (const Comparison& comparison : comparisons) {
    if (comparison.name != s.words[0]) continue;
    if (comparison.swapped) std::swap(i.operand[0], i.operand[1]);
    i.modifiers.negate = comparison.negated;
    with_type(Comparable{}, compared, [&]<class T>() { i.execute = for_base<T>(comparison.base, form); });
  }
}

void setp(const Spelling& s, Instruction& i) { choose(s, i, s.types[0], Form::setp); }
void set(const Spelling& s, Instruction& i) {
  choose(s, i, s.types[1], s.types[0] == Type::f32 ? Form::set_one : Form::set_ones);
}

template <class T>
void select(const Instruction& i, const WarpContext& c, LaneMask active, Operands& o) {
  const Source<T> a(i.operand[0], c, o), b(i.operand[1], c, o);
  const LaneMask first = predicate_of(i.operand[2], c);
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
    {"setp.#cmp.#i", "=p 0 0", Unit::sp, setp},
    {"setp.eq|ne.#b", "=p 0 0", Unit::sp, setp},
    {"setp.#fcmp.ftz?.f32", "=p 0 0", Unit::sp, setp},
    {"setp.#fcmp.f64", "=p 0 0", Unit::sp, setp},
    {"setp.#cmp.and|or|xor.#i", "=p 0 0 p", Unit::sp, setp},
    {"setp.eq|ne.and|or|xor.#b", "=p 0 0 p", Unit::sp, setp},
    {"setp.#fcmp.and|or|xor.ftz?.f32", "=p 0 0 p", Unit::sp, setp},
    {"setp.#fcmp.and|or|xor.f64", "=p 0 0 p", Unit::sp, setp},
    {"set.#cmp.u32|s32|f32.#i", "=0 1 1", Unit::sp, set},
    {"set.eq|ne.u32|s32|f32.#b", "=0 1 1", Unit::sp, set},
    {"set.#fcmp.ftz?.u32|s32|f32.f32|f64", "=0 1 1", Unit::sp, set},
    {"set.#cmp.and|or|xor.u32|s32|f32.#i", "=0 1 1 p", Unit::sp, set},
    {"set.eq|ne.and|or|xor.u32|s32|f32.#b", "=0 1 1 p", Unit::sp, set},
    {"set.#fcmp.and|or|xor.ftz?.u32|s32|f32.f32|f64", "=0 1 1 p", Unit::sp, set},
    {"selp." ANY_TYPE, "=0 0 0 p", Unit::sp, selp},
    {"slct.ftz?." ANY_TYPE ".s32|f32", "=0 0 0 1", Unit::sp, slct},
};
[[maybe_unused]] const bool added = add_opcodes(rows);

}  // namespace
}  // namespace heddle::ptx
