// SPDX-License-Identifier: Apache-2.0
#include "tb/fuzz/forms/form_rows.hpp"

/// Integer arithmetic: computed exactly in 128 bits, then cut to the result's width.
namespace heddle::fuzz {
namespace {

template <class T>
T clamp(s128 v) {
  constexpr s128 low = std::is_signed_v<T> ? -(s128{1} << (8 * sizeof(T) - 1)) : 0;
  constexpr s128 high = (s128{1} << (8 * sizeof(T) - (std::is_signed_v<T> ? 1 : 0))) - 1;
  return static_cast<T>(v < low ? low : v > high ? high : v);
}

/// Divides by repeated doubling, because the processor's division would trap on operands for which PTX
/// defines a result.
template <class T>
u128 magnitude(T a) {
  return a < 0 ? static_cast<u128>(-static_cast<s128>(a)) : static_cast<u128>(a);
}
template <class T>
T quotient(T a, T b) {
  if (b == 0) return static_cast<T>(-1);
  u128 rest = magnitude(a), result = 0;
  const u128 divisor = magnitude(b);
  for (int bit = 63; bit >= 0; --bit)
    if (divisor << bit <= rest) {
      rest -= divisor << bit;
      result += u128{1} << bit;
    }
  const bool negative = (a < 0) != (b < 0);
  return static_cast<T>(negative ? -static_cast<s128>(result) : static_cast<s128>(result));
}
template <class T>
T remainder(T a, T b) {
  if (b == 0) return static_cast<T>(-1);
  return static_cast<T>(static_cast<s128>(a) - static_cast<s128>(quotient(a, b)) * static_cast<s128>(b));
}

template <class T>
u32 ones(T a) {
  u32 n = 0;
  for (unsigned i = 0; i < 8 * sizeof(T); ++i) n += static_cast<u32>(a >> i & 1);
  return n;
}
template <class T>
u32 leading_zeros(T a) {
  u32 n = 0;
  while (n < 8 * sizeof(T) && (a >> (8 * sizeof(T) - 1 - n) & 1) == 0) ++n;
  return n;
}
template <class T>
T reversed(T a) {
  T r = 0;
  for (unsigned i = 0; i < 8 * sizeof(T); ++i)
    if (a >> i & 1) r = static_cast<T>(r | T{1} << (8 * sizeof(T) - 1 - i));
  return r;
}
/// As in the ISA's pseudo-code of bfind.
template <class T>
u32 highest(T a) {
  const int top = 8 * sizeof(T) - 1;
  if (std::is_signed_v<T> && a < 0) a = static_cast<T>(~a);
  for (int i = top; i >= 0; --i)
    if (a >> i & 1) return static_cast<u32>(i);
  return ~u32{0};
}
template <class T>
u32 highest_shift(T a) {
  const u32 at = highest(a);
  return at == ~u32{0} ? at : static_cast<u32>(8 * sizeof(T) - 1) - at;
}
/// As in the ISA's pseudo-code of bfe, bit by bit.
template <class T>
T extracted(T a, u32 b, u32 c) {
  const u32 top = 8 * sizeof(T) - 1, pos = b, len = c;
  const u32 last = pos + len - 1 < top && len != 0 ? pos + len - 1 : top;
  const u64 sign = !std::is_signed_v<T> || len == 0 ? 0 : static_cast<u64>(a >> last & 1);
  u64 d = 0;
  for (u32 i = 0; i <= top; ++i) {
    const u64 bit = i < len && pos + i <= top ? static_cast<u64>(a >> (pos + i) & 1) : sign;
    d |= bit << i;
  }
  return static_cast<T>(d);
}
template <class T>
T inserted(T a, T b, u32 c, u32 d) {
  const u32 top = 8 * sizeof(T) - 1, pos = c, len = d;
  T f = b;
  for (u32 i = 0; i < len && pos + i <= top; ++i) {
    f = static_cast<T>(f & ~(T{1} << (pos + i)));
    f = static_cast<T>(f | (a >> i & 1) << (pos + i));
  }
  return f;
}
template <class T>
T low24(T a) {
  const s64 v = a & 0xffffff;
  return static_cast<T>(std::is_signed_v<T> && (v & 0x800000) ? v - 0x1000000 : v);
}

template <class T>
T difference(T a, T b) {
  const s128 d = static_cast<s128>(a) - static_cast<s128>(b);
  return static_cast<T>(d < 0 ? -d : d);
}
template <class T>
T product_high(T a, T b) {
  return static_cast<T>(static_cast<Exact<T>>(a) * static_cast<Exact<T>>(b) >> 8 * sizeof(T));
}

#define OF_TYPE(s, k, T)                                                                                     \
  {"add." s, k ":" k k, Family::integer, scalar<+[](T a, T b) { return static_cast<T>(Exact<T>(a) + b); }>}, \
      {"sub." s, k ":" k k, Family::integer,                                                                 \
       scalar<+[](T a, T b) { return static_cast<T>(Exact<T>(a) - b); }>},                                   \
      {"mul.lo." s, k ":" k k, Family::integer,                                                              \
       scalar<+[](T a, T b) { return static_cast<T>(Exact<T>(a) * b); }>},                                   \
      {"mul.hi." s, k ":" k k, Family::integer, scalar<product_high<T>>},                                    \
      {"mad.lo." s, k ":" k k k, Family::integer,                                                            \
       scalar<+[](T a, T b, T c) { return static_cast<T>(Exact<T>(a) * b + c); }>},                          \
      {"mad.hi." s, k ":" k k k, Family::integer,                                                            \
       scalar<+[](T a, T b, T c) { return static_cast<T>(Exact<T>(product_high(a, b)) + c); }>},             \
      {"div." s, k ":" k k, Family::slow_integer, scalar<quotient<T>>},                                      \
      {"rem." s, k ":" k k, Family::slow_integer, scalar<remainder<T>>},                                     \
      {"min." s, k ":" k k, Family::integer, scalar<+[](T a, T b) { return b < a ? b : a; }>},               \
      {"max." s, k ":" k k, Family::integer, scalar<+[](T a, T b) { return (b > a ? b : a); }>}, {           \
    "sad." s, k ":" k k k, Family::integer,                                                                  \
        scalar<+[](T a, T b, T c) { return static_cast<T>(Exact<T>(c) + difference(a, b)); }>                \
  }
#define SIGNED(s, k, T)                                                                              \
  {"neg." s, k ":" k, Family::integer, scalar<+[](T a) { return static_cast<T>(-Exact<T>(a)); }>}, { \
    "abs." s, k ":" k, Family::integer,                                                              \
        scalar<+[](T a) { return static_cast<T>(a < 0 ? -Exact<T>(a) : Exact<T>(a)); }>              \
  }
#define WIDE(s, k, w, T, W)                                                        \
  {"mul.wide." s, w ":" k k, Family::integer,                                      \
   scalar<+[](T a, T b) { return static_cast<W>(W(a) * W(b)); }>},                 \
  {                                                                                \
    "mad.wide." s, w ":" k k w, Family::integer,                                   \
        scalar<+[](T a, T b, W c) { return static_cast<W>(Exact<W>(a) * b + c); }> \
  }
#define WORD(s, u, i, k, U, S)                                                  \
  {"popc." s, "r:" k, Family::integer, scalar<ones<U>>},                        \
      {"clz." s, "r:" k, Family::integer, scalar<leading_zeros<U>>},            \
      {"brev." s, k ":" k, Family::integer, scalar<reversed<U>>},               \
      {"bfind." u, "r:" k, Family::integer, scalar<highest<U>>},                \
      {"bfind." i, "r:" k, Family::integer, scalar<highest<S>>},                \
      {"bfind.shiftamt." u, "r:" k, Family::integer, scalar<highest_shift<U>>}, \
      {"bfind.shiftamt." i, "r:" k, Family::integer, scalar<highest_shift<S>>}, \
      {"bfe." u, k ":" k "bb", Family::integer, scalar<extracted<U>>},          \
      {"bfe." i, k ":" k "bb", Family::integer, scalar<extracted<S>>}, {        \
    "bfi." s, k ":" k k "bb", Family::integer, scalar<inserted<U>>              \
  }
#define LOW24(s, T)                                                                                 \
  {"mul24.lo." s, "r:rr", Family::integer,                                                          \
   scalar<+[](T a, T b) { return static_cast<T>(s64{low24(a)} * low24(b)); }>},                     \
      {"mul24.hi." s, "r:rr", Family::integer,                                                      \
       scalar<+[](T a, T b) { return static_cast<T>((s64{low24(a)} * low24(b) >> 16)); }>},         \
      {"mad24.lo." s, "r:rrr", Family::integer,                                                     \
       scalar<+[](T a, T b, T c) { return static_cast<T>(s64{low24(a)} * low24(b) + c); }>},        \
  {                                                                                                 \
    "mad24.hi." s, "r:rrr", Family::integer,                                                        \
        scalar<+[](T a, T b, T c) { return static_cast<T>((s64{low24(a)} * low24(b) >> 16) + c); }> \
  }

const Form rows[] = {
    OF_TYPE("u16", "h", u16),
    OF_TYPE("s16", "h", s16),
    OF_TYPE("u32", "r", u32),
    OF_TYPE("s32", "r", s32),
    OF_TYPE("u64", "d", u64),
    OF_TYPE("s64", "d", s64),
    SIGNED("s16", "h", s16),
    SIGNED("s32", "r", s32),
    SIGNED("s64", "d", s64),
    WIDE("u16", "h", "r", u16, u32),
    WIDE("s16", "h", "r", s16, s32),
    WIDE("u32", "r", "d", u32, u64),
    WIDE("s32", "r", "d", s32, s64),
    WORD("b32", "u32", "s32", "r", u32, s32),
    WORD("b64", "u64", "s64", "d", u64, s64),
    LOW24("u32", u32),
    LOW24("s32", s32),
    {"add.sat.s32", "r:rr", Family::integer, scalar<+[](s32 a, s32 b) { return clamp<s32>(s128{a} + b); }>},
    {"sub.sat.s32", "r:rr", Family::integer, scalar<+[](s32 a, s32 b) { return clamp<s32>(s128{a} - b); }>},
    {"mad.hi.sat.s32", "r:rrr", Family::integer,
     scalar<+[](s32 a, s32 b, s32 c) { return clamp<s32>(s128{product_high(a, b)} + c); }>},
    {"mad24.hi.sat.s32", "r:rrr", Family::integer, scalar<+[](s32 a, s32 b, s32 c) {
       return clamp<s32>(s128{static_cast<s32>(s64{low24(a)} * low24(b) >> 16)} + c);
     }>},
};
[[maybe_unused]] const bool added = add_forms(rows);

}  // namespace
}  // namespace heddle::fuzz
