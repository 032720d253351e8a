// SPDX-License-Identifier: Apache-2.0
#include "tb/fuzz/forms/modifiers.hpp"

/// Bit-wise operations, shifts, the logic of predicates, selections and moves.
namespace heddle::fuzz {
namespace {

template <class T>
T left(T a, u32 n) {
  for (u32 i = 0; i < n && i < 64; ++i) a = static_cast<T>(a * 2);
  return a;
}
template <class T>
T right(T a, u32 n) {
  for (u32 i = 0; i < n && i < 64; ++i) a = static_cast<T>(a >> 1);
  return a;
}

/// slct by a float: a NaN selects the second operand.
template <class T>
T selected(T a, T b, float c) {
  return c >= 0 ? a : b;
}
template <class T>
T selected_flushed(T a, T b, float c) {
  return flush(c) >= 0 ? a : b;
}

/// Operations that exist for types of all kinds; T holds the bits.
#define CHOICE(s, k, T)                                                                           \
  {"selp." s, k ":" k k "p", Family::logic, scalar<+[](T a, T b, bool p) { return p ? a : b; }>}, \
      {"mov." s, k ":" k, Family::move, scalar<+[](T a) { return a; }>},                          \
      {"slct." s ".s32", k ":" k k "r", Family::logic,                                            \
       scalar<+[](T a, T b, s32 c) { return (c >= 0 ? a : b); }>},                                \
      {"slct." s ".f32", k ":" k k "f", Family::logic, scalar<selected<T>>}, {                    \
    "slct.ftz." s ".f32", k ":" k k "f", Family::logic, scalar<selected_flushed<T>>               \
  }
#define WORD(s, k, T)                                                                                \
  {"and." s, k ":" k k, Family::logic, scalar<+[](T a, T b) { return static_cast<T>(a & b); }>},     \
      {"or." s, k ":" k k, Family::logic, scalar<+[](T a, T b) { return static_cast<T>(a | b); }>},  \
      {"xor." s, k ":" k k, Family::logic, scalar<+[](T a, T b) { return static_cast<T>(a ^ b); }>}, \
      {"not." s, k ":" k, Family::logic, scalar<+[](T a) { return static_cast<T>(~a); }>},           \
      {"cnot." s, k ":" k, Family::logic, scalar<+[](T a) { return static_cast<T>(a == 0); }>},      \
      {"shl." s, k ":" k "r", Family::logic, scalar<left<T>>},                                       \
      {"shr." s, k ":" k "r", Family::logic, scalar<right<T>>}, CHOICE(s, k, T)
#define INTEGER(s, k, T) {"shr." s, k ":" k "r", Family::logic, scalar<right<T>>}, CHOICE(s, k, T)

const Form rows[] = {
    WORD("b16", "h", u16),
    WORD("b32", "r", u32),
    WORD("b64", "d", u64),
    INTEGER("u16", "h", u16),
    INTEGER("s16", "h", s16),
    INTEGER("u32", "r", u32),
    INTEGER("s32", "r", s32),
    INTEGER("u64", "d", u64),
    INTEGER("s64", "d", s64),
    CHOICE("f32", "f", u32),
    CHOICE("f64", "g", u64),
    {"and.pred", "p:pp", Family::logic, scalar<+[](bool a, bool b) { return a && b; }>},
    {"or.pred", "p:pp", Family::logic, scalar<+[](bool a, bool b) { return a || b; }>},
    {"xor.pred", "p:pp", Family::logic, scalar<+[](bool a, bool b) { return a != b; }>},
    {"not.pred", "p:p", Family::logic, scalar<+[](bool a) { return !a; }>},
    {"mov.pred", "p:p", Family::move, scalar<+[](bool a) { return a; }>},
    {"shf.l.wrap.b32", "r:rrr", Family::logic, scalar<+[](u32 a, u32 b, u32 n) {
       return left(b, n & 31) | ((n & 31) == 0 ? 0 : right(a, 32 - (n & 31)));
     }>},
    {"shf.r.wrap.b32", "r:rrr", Family::logic, scalar<+[](u32 a, u32 b, u32 n) {
       return right(a, n & 31) | ((n & 31) == 0 ? 0 : left(b, 32 - (n & 31)));
     }>},
    {"shf.l.clamp.b32", "r:rrr", Family::logic, scalar<+[](u32 a, u32 b, u32 n) {
       n = (n > 32 ? 32 : n);
       return left(b, n) | (n == 0 ? 0 : right(a, 32 - n));
     }>},
    {"shf.r.clamp.b32", "r:rrr", Family::logic, scalar<+[](u32 a, u32 b, u32 n) {
       n = (n > 32 ? 32 : n);
       return right(a, n) | (n == 0 ? 0 : left(b, 32 - n));
     }>},
    // These moves change no bits; before a float is moved, its NaN is made canonical.
    {"mov.b32", "r:F", Family::move, scalar<+[](u32 a) { return a; }>},
    {"mov.b64", "d:G", Family::move, scalar<+[](u64 a) { return a; }>},
    {"mov.b32", "f:r", Family::move, scalar<+[](u32 a) { return a; }>},
    {"mov.b64", "g:d", Family::move, scalar<+[](u64 a) { return a; }>},
};
[[maybe_unused]] const bool added = add_forms(rows);

}  // namespace
}  // namespace heddle::fuzz
