#include "tb/fuzz/form_rows.hpp"

/// Comparisons into predicates, alone, combined with a predicate, and in pairs p|q; set.
namespace heddle::fuzz {
namespace {

enum class How { alone, conjunction, disjunction, exclusive };

template <How how>
bool combined(bool compared, bool other) {
  return how == How::conjunction   ? compared && other
         : how == How::disjunction ? compared || other
         : how == How::exclusive   ? compared != other
                                   : compared;
}

/// One result or the pair of the result and that of the opposite comparison.
template <class T, bool (*f)(T, T), How how>
void predicate(const u64* in, u64* out) {
  const bool compared = f(value_of<T>(in[0]), value_of<T>(in[1]));
  out[0] = combined<how>(compared, how != How::alone && in[2] != 0);
}
template <class T, bool (*f)(T, T), How how>
void pair(const u64* in, u64* out) {
  const bool compared = f(value_of<T>(in[0]), value_of<T>(in[1]));
  const bool other = how != How::alone && in[2] != 0;
  out[0] = combined<how>(compared, other);
  out[1] = combined<how>(!compared, other);
}
template <class T, bool (*f)(T, T), u32 yes>
void set(const u64* in, u64* out) {
  out[0] = f(value_of<T>(in[0]), value_of<T>(in[1])) ? yes : 0;
}
template <class T, bool (*f)(T, T), u32 yes>
void set_and(const u64* in, u64* out) {
  out[0] = f(value_of<T>(in[0]), value_of<T>(in[1])) && in[2] != 0 ? yes : 0;
}

#define FORMS(op, s, k, T, f)                                                                      \
  {"setp." op "." s, "p:" k k, Family::compare, predicate<T, f<T>, How::alone>},                   \
      {"setp." op "." s "|", "pp:" k k, Family::compare, pair<T, f<T>, How::alone>},               \
      {"setp." op ".and." s, "p:" k k "p", Family::compare, predicate<T, f<T>, How::conjunction>}, \
      {"setp." op ".or." s, "p:" k k "p", Family::compare, predicate<T, f<T>, How::disjunction>},  \
      {"setp." op ".xor." s, "p:" k k "p", Family::compare, predicate<T, f<T>, How::exclusive>},   \
      {"setp." op ".and." s "|", "pp:" k k "p", Family::compare, pair<T, f<T>, How::conjunction>}, \
      {"set." op ".u32." s, "r:" k k, Family::compare, set<T, f<T>, ~u32{0}>},                     \
      {"set." op ".f32." s, "f:" k k, Family::compare, set<T, f<T>, 0x3f800000u>}, {               \
    "set." op ".and.s32." s, "r:" k k "p", Family::compare, set_and<T, f<T>, ~u32{0}>              \
  }

template <class T>
bool eq(T a, T b) {
  return a == b;
}
template <class T>
bool ne(T a, T b) {
  return a != b && a == a && b == b;
}
template <class T>
bool lt(T a, T b) {
  return a < b;
}
template <class T>
bool le(T a, T b) {
  return a <= b;
}
template <class T>
bool gt(T a, T b) {
  return a > b;
}
template <class T>
bool ge(T a, T b) {
  return a >= b;
}
// The unordered ones hold, too, when an operand is NaN.
template <class T>
bool unordered(T a, T b) {
  return a != a || b != b;
}
template <class T>
bool equ(T a, T b) {
  return unordered(a, b) || a == b;
}
template <class T>
bool neu(T a, T b) {
  return unordered(a, b) || a != b;
}
template <class T>
bool ltu(T a, T b) {
  return unordered(a, b) || a < b;
}
template <class T>
bool leu(T a, T b) {
  return unordered(a, b) || a <= b;
}
template <class T>
bool gtu(T a, T b) {
  return unordered(a, b) || a > b;
}
template <class T>
bool geu(T a, T b) {
  return unordered(a, b) || a >= b;
}
template <class T>
bool num(T a, T b) {
  return !unordered(a, b);
}

#define ORDERED(s, k, T)                                                                                  \
  FORMS("eq", s, k, T, eq), FORMS("ne", s, k, T, ne), FORMS("lt", s, k, T, lt), FORMS("le", s, k, T, le), \
      FORMS("gt", s, k, T, gt), FORMS("ge", s, k, T, ge)
#define UNSIGNED(s, k, T) \
  FORMS("lo", s, k, T, lt), FORMS("ls", s, k, T, le), FORMS("hi", s, k, T, gt), FORMS("hs", s, k, T, ge)
#define UNORDERED(s, k, T)                                                                \
  FORMS("equ", s, k, T, equ), FORMS("neu", s, k, T, neu), FORMS("ltu", s, k, T, ltu),     \
      FORMS("leu", s, k, T, leu), FORMS("gtu", s, k, T, gtu), FORMS("geu", s, k, T, geu), \
      FORMS("num", s, k, T, num), FORMS("nan", s, k, T, unordered)

const Form rows[] = {
    ORDERED("u16", "h", u16),   ORDERED("s16", "h", s16),     ORDERED("u32", "r", u32),
    ORDERED("s32", "r", s32),   ORDERED("u64", "d", u64),     ORDERED("s64", "d", s64),
    ORDERED("f32", "f", float), ORDERED("f64", "g", double),  UNSIGNED("u32", "r", u32),
    UNSIGNED("u64", "d", u64),  UNORDERED("f32", "f", float), UNORDERED("f64", "g", double),
};
[[maybe_unused]] const bool added = add_forms(rows);

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
      TEST("normal", s, k, T, size >= least && size <= most),                    \
      TEST("subnormal", s, k, T, size > 0 && size < least)
const Form tests[] = {TESTS("f32", "f", float), TESTS("f64", "g", double)};
[[maybe_unused]] const bool added_tests = add_forms(tests);

}  // namespace
}  // namespace heddle::fuzz
