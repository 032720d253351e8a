// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "tb/fuzz/forms/modifiers.hpp"

/// Comparisons and their results: predicates, alone, combined with another and in pairs p|q; words of set. T
/// may be anything that compares like a number.
namespace heddle::fuzz {

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
template <class T, bool (*f)(T, T), u32 yes, How how = How::alone>
void set(const u64* in, u64* out) {
  const bool compared = f(value_of<T>(in[0]), value_of<T>(in[1]));
  out[0] = combined<how>(compared, how != How::alone && in[2] != 0) ? yes : 0;
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

/// .ftz: what is compared.
template <class T>
struct Flushed {
  T value;
  operator double() const { return flush(value); }
};

// A row macro for each operator: M(operator, ..., function).
#define ORDERED(M, ...)                                                                                   \
  M("eq", __VA_ARGS__, eq), M("ne", __VA_ARGS__, ne), M("lt", __VA_ARGS__, lt), M("le", __VA_ARGS__, le), \
      M("gt", __VA_ARGS__, gt), M("ge", __VA_ARGS__, ge)
#define UNSIGNED(M, ...) \
  M("lo", __VA_ARGS__, lt), M("ls", __VA_ARGS__, le), M("hi", __VA_ARGS__, gt), M("hs", __VA_ARGS__, ge)
#define UNORDERED(M, ...)                                                                 \
  M("equ", __VA_ARGS__, equ), M("neu", __VA_ARGS__, neu), M("ltu", __VA_ARGS__, ltu),     \
      M("leu", __VA_ARGS__, leu), M("gtu", __VA_ARGS__, gtu), M("geu", __VA_ARGS__, geu), \
      M("num", __VA_ARGS__, num), M("nan", __VA_ARGS__, unordered)
#define EQUALITY(M, ...) M("eq", __VA_ARGS__, eq), M("ne", __VA_ARGS__, ne)

/// setp with one result.
#define SETP_ONE(op, s, k, T, f)                                                                    \
  {"setp." op "." s, "p:" k k, Family::compare, predicate<T, f<T>, How::alone>},                    \
      {"setp." op ".and." s, "p:" k k "p", Family::compare, predicate<T, f<T>, How::conjunction>},  \
      {"setp." op ".or." s, "p:" k k "p", Family::compare, predicate<T, f<T>, How::disjunction>}, { \
    "setp." op ".xor." s, "p:" k k "p", Family::compare, predicate<T, f<T>, How::exclusive>         \
  }
/// The same, and with the negation as a second one.
#define SETP(op, s, k, T, f)                                                                                 \
  SETP_ONE(op, s, k, T, f), {"setp." op "." s "|", "pp:" k k, Family::compare, pair<T, f<T>, How::alone>}, { \
    "setp." op ".and." s "|", "pp:" k k "p", Family::compare, pair<T, f<T>, How::conjunction>                \
  }
/// set of single values, into words.
#define SET(op, s, k, T, f)                                                                                  \
  {"set." op ".u32." s, "r:" k k, Family::compare, set<T, f<T>, ~u32{0}>},                                   \
      {"set." op ".f32." s, "f:" k k, Family::compare, set<T, f<T>, 0x3f800000u>},                           \
      {"set." op ".or.u32." s, "r:" k k "p", Family::compare, set<T, f<T>, ~u32{0}, How::disjunction>},      \
      {"set." op ".xor.f32." s, "f:" k k "p", Family::compare, set<T, f<T>, 0x3f800000u, How::exclusive>}, { \
    "set." op ".and.s32." s, "r:" k k "p", Family::compare, set<T, f<T>, ~u32{0}, How::conjunction>          \
  }

}  // namespace heddle::fuzz
