// SPDX-License-Identifier: Apache-2.0
#include "tb/fuzz/forms/compare_arithmetic.hpp"

/// Comparisons into predicates, alone, combined with a predicate, and in pairs p|q; set.
namespace heddle::fuzz {
namespace {

#define FORMS(op, s, k, T, f) SETP(op, s, k, T, f), SET(op, s, k, T, f)
const Form rows[] = {
    ORDERED(FORMS, "u16", "h", u16),      ORDERED(FORMS, "s16", "h", s16),
    ORDERED(FORMS, "u32", "r", u32),      ORDERED(FORMS, "s32", "r", s32),
    ORDERED(FORMS, "u64", "d", u64),      ORDERED(FORMS, "s64", "d", s64),
    ORDERED(FORMS, "f32", "f", float),    ORDERED(FORMS, "f64", "g", double),
    UNSIGNED(FORMS, "u16", "h", u16),     UNSIGNED(FORMS, "u32", "r", u32),
    UNSIGNED(FORMS, "u64", "d", u64),     UNORDERED(FORMS, "f32", "f", float),
    UNORDERED(FORMS, "f64", "g", double), EQUALITY(FORMS, "b16", "h", u16),
    EQUALITY(FORMS, "b32", "r", u32),     EQUALITY(FORMS, "b64", "d", u64),
};
[[maybe_unused]] const bool added = add_forms(rows);

/// .ftz stands before the two types of set.
#define SET_FLUSHED(op, T, f)                                                    \
  {"set." op ".ftz.u32.f32", "r:ff", Family::compare, set<T, f<T>, ~u32{0}>}, {  \
    "set." op ".ftz.f32.f32", "f:ff", Family::compare, set<T, f<T>, 0x3f800000u> \
  }
const Form flushed[] = {ORDERED(SETP, "ftz.f32", "f", Flushed<float>),
                        UNORDERED(SETP, "ftz.f32", "f", Flushed<float>), ORDERED(SET_FLUSHED, Flushed<float>),
                        UNORDERED(SET_FLUSHED, Flushed<float>)};
[[maybe_unused]] const bool added_flushed = add_forms(flushed);

#define TEST(name, s, k, T, condition)                                                   \
  {                                                                                      \
    "testp." name "." s, "p:" k, Family::compare, scalar<+[](T a) -> bool {              \
      const T size = a < 0 ? -a : a;                                                     \
      constexpr T least = sizeof(T) == 4 ? T(0x1p-126) : T(0x1p-1022);                   \
      constexpr T most = sizeof(T) == 4 ? T(0x1.fffffep127) : T(0x1.fffffffffffffp1023); \
      (void)size, (void)least, (void)most;                                               \
      return (condition);                                                                \
    }>                                                                                   \
  }
#define TESTS(s, k, T)                                                           \
  TEST("finite", s, k, T, size <= most), TEST("infinite", s, k, T, size > most), \
      TEST("number", s, k, T, a == a), TEST("notanumber", s, k, T, a != a),      \
      TEST("normal", s, k, T, size == 0 || (size >= least && size <= most)),     \
      TEST("subnormal", s, k, T, size > 0 && size < least)
const Form tests[] = {TESTS("f32", "f", float), TESTS("f64", "g", double)};
[[maybe_unused]] const bool added_tests = add_forms(tests);

}  // namespace
}  // namespace heddle::fuzz
