// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <bit>
#include <cstdint>
#include <limits>
#include <type_traits>

#include "models/ptx/opcodes/by_type.hpp"
#include "models/ptx/opcodes/lanes.hpp"

/// Integer arithmetic. It wraps like the hardware's, so it is computed in unsigned types of at least 32 bits.
namespace heddle::ptx {
namespace {

template <class T>
using Wide = std::conditional_t<sizeof(T) == 8, std::uint64_t, std::uint32_t>;
template <class T>
using Twice =
    std::conditional_t<sizeof(T) == 2, std::conditional_t<std::is_signed_v<T>, std::int32_t, std::uint32_t>,
                       std::conditional_t<std::is_signed_v<T>, std::int64_t, std::uint64_t>>;
__extension__ typedef __int128 Int128;
__extension__ typedef unsigned __int128 Uint128;
template <class T>
using Exact =
    std::conditional_t<sizeof(T) == 8, std::conditional_t<std::is_signed_v<T>, Int128, Uint128>, Twice<T>>;
template <class T>
using Unsigned = std::make_unsigned_t<T>;

template <class T>
T add(T a, T b) {
  return static_cast<T>(static_cast<Wide<T>>(a) + static_cast<Wide<T>>(b));
}
template <class T>
T sub(T a, T b) {
  return static_cast<T>(static_cast<Wide<T>>(a) - static_cast<Wide<T>>(b));
}
template <class T>
T mul_lo(T a, T b) {
  return static_cast<T>(static_cast<Wide<T>>(a) * static_cast<Wide<T>>(b));
}
template <class T>
T mul_hi(T a, T b) {
  return static_cast<T>(static_cast<Exact<T>>(a) * b >> 8 * sizeof(T));
}
template <class T>
Twice<T> mul_wide(T a, T b) {
  return static_cast<Twice<T>>(static_cast<Twice<T>>(a) * static_cast<Twice<T>>(b));
}
template <class T>
T mad_lo(T a, T b, T c) {
  return add(mul_lo(a, b), c);
}
template <class T>
T mad_hi(T a, T b, T c) {
  return add(mul_hi(a, b), c);
}
template <class T>
Twice<T> mad_wide(T a, T b, Twice<T> c) {
  return add(mul_wide(a, b), c);
}

std::int32_t clamp32(std::int64_t v) {
  return static_cast<std::int32_t>(std::clamp<std::int64_t>(v, std::numeric_limits<std::int32_t>::min(),
                                                            std::numeric_limits<std::int32_t>::max()));
}
std::int32_t add_sat(std::int32_t a, std::int32_t b) { return clamp32(std::int64_t{a} + b); }
std::int32_t sub_sat(std::int32_t a, std::int32_t b) { return clamp32(std::int64_t{a} - b); }
std::int32_t mad_hi_sat(std::int32_t a, std::int32_t b, std::int32_t c) {
  return clamp32(std::int64_t{mul_hi(a, b)} + c);
}

/// Returns the low 24 bits of the operand, sign-extended for a signed T.
template <class T>
std::int64_t low24(T a) {
  if constexpr (std::is_signed_v<T>)
    return std::int64_t{static_cast<T>(static_cast<std::uint32_t>(a) << 8)} >> 8;
  else
    return a & 0xffffffu;
}
template <class T>
T mul24_lo(T a, T b) {
  return static_cast<T>(low24(a) * low24(b));
}
template <class T>
T mul24_hi(T a, T b) {
  return static_cast<T>(low24(a) * low24(b) >> 16);
}
template <class T>
T mad24_lo(T a, T b, T c) {
  return add(mul24_lo(a, b), c);
}
template <class T>
T mad24_hi(T a, T b, T c) {
  return add(mul24_hi(a, b), c);
}

std::int32_t mad24_hi_sat(std::int32_t a, std::int32_t b, std::int32_t c) {
  return clamp32(std::int64_t{mul24_hi(a, b)} + c);
}

// Quotient and remainder of a division by zero are machine-specific in PTX; an H200 gives all ones for both.
// INT_MIN / -1 wraps to INT_MIN.
template <class T>
T div(T a, T b) {
  if (b == 0) return static_cast<T>(~T{0});
  if (std::is_signed_v<T> && b == static_cast<T>(-1)) return sub(T{0}, a);
  return static_cast<T>(a / b);
}
template <class T>
T rem(T a, T b) {
  if (b == 0) return static_cast<T>(~T{0});
  if (std::is_signed_v<T> && b == static_cast<T>(-1)) return 0;
  return static_cast<T>(a % b);
}

template <class T>
T neg(T a) {
  return sub(T{0}, a);
}
template <class T>
T absolute(T a) {
  return a < 0 ? neg(a) : a;
}
template <class T>
T smaller(T a, T b) {
  return a < b ? a : b;
}
template <class T>
T larger(T a, T b) {
  return a > b ? a : b;
}
template <class T>
T sad(T a, T b, T c) {
  return add(c, a < b ? sub(b, a) : sub(a, b));
}

template <class T>
std::uint32_t popc(T a) {
  return static_cast<std::uint32_t>(std::popcount(a));
}
template <class T>
std::uint32_t clz(T a) {
  return static_cast<std::uint32_t>(std::countl_zero(a));
}

/// Returns the number of the highest bit that differs from the sign bit; all ones when there is none.
template <class T>
std::uint32_t bfind(T a) {
  const auto bits = static_cast<Unsigned<T>>(std::is_signed_v<T> && a < 0 ? static_cast<T>(~a) : a);
  return static_cast<std::uint32_t>(std::bit_width(bits)) - 1;
}
/// bfind.shiftamt: by how much that bit must be shifted left to become the highest one.
template <class T>
std::uint32_t bfind_shift(T a) {
  const std::uint32_t found = bfind(a);
  return found == ~0u ? found : 8 * sizeof(T) - 1 - found;
}

template <class T>
T brev(T a) {
  T reversed = 0;
  for (unsigned i = 0; i < 8 * sizeof(T); ++i) reversed = static_cast<T>(reversed << 1 | (a >> i & 1));
  return reversed;
}

/// Extracts the field of `length` bits from bit `start` on, extended by its sign or by zeros.
template <class T>
T bfe(T a, std::uint32_t start, std::uint32_t length) {
  constexpr unsigned bits = 8 * sizeof(T);
  start &= 0xff;
  length &= 0xff;
  if (length == 0) return 0;
  const unsigned top = std::min(start + length - 1, bits - 1);
  const bool sign = std::is_signed_v<T> && (static_cast<Unsigned<T>>(a) >> top & 1) != 0;
  const Unsigned<T> field = start < bits ? static_cast<Unsigned<T>>(a) >> start : Unsigned<T>{0};
  const unsigned kept = std::min(length, start < bits ? bits - start : 0u);
  const Unsigned<T> mask =
      kept >= bits ? ~Unsigned<T>{0} : static_cast<Unsigned<T>>((Unsigned<T>{1} << kept) - 1);
  return static_cast<T>((field & mask) | (sign ? static_cast<Unsigned<T>>(~mask) : Unsigned<T>{0}));
}

/// Replaces `length` bits of b from bit `start` on by the low bits of a.
template <class T>
T bfi(T a, T b, std::uint32_t start, std::uint32_t length) {
  constexpr unsigned bits = 8 * sizeof(T);
  start &= 0xff;
  length &= 0xff;
  if (start >= bits || length == 0) return b;
  const T ones = length >= bits ? static_cast<T>(~T{0}) : static_cast<T>((T{1} << length) - 1);
  const T mask = static_cast<T>(ones << start);
  return static_cast<T>((b & ~mask) | (a << start & mask));
}

const Opcode rows[] = {
    {"add.#i", "=0 0 0", Unit::sp, EACH(Integers, add)},
    {"add.sat.s32", "=0 0 0", Unit::sp, ALWAYS(add_sat)},
    {"sub.#i", "=0 0 0", Unit::sp, EACH(Integers, sub)},
    {"sub.sat.s32", "=0 0 0", Unit::sp, ALWAYS(sub_sat)},
    {"mul.lo.#i", "=0 0 0", Unit::sp, EACH(Integers, mul_lo)},
    {"mul.hi.#i", "=0 0 0", Unit::sp, EACH(Integers, mul_hi)},
    {"mul.wide.u16|s16|u32|s32", "=w 0 0", Unit::sp, EACH(Narrow, mul_wide)},
    {"mad.lo.#i", "=0 0 0 0", Unit::sp, EACH(Integers, mad_lo)},
    {"mad.hi.#i", "=0 0 0 0", Unit::sp, EACH(Integers, mad_hi)},
    {"mad.hi.sat.s32", "=0 0 0 0", Unit::sp, ALWAYS(mad_hi_sat)},
    {"mad.wide.u16|s16|u32|s32", "=w 0 0 w", Unit::sp, EACH(Narrow, mad_wide)},
    {"mul24.lo.u32|s32", "=0 0 0", Unit::sp, EACH(Integers32, mul24_lo)},
    {"mul24.hi.u32|s32", "=0 0 0", Unit::sp, EACH(Integers32, mul24_hi)},
    {"mad24.lo.u32|s32", "=0 0 0 0", Unit::sp, EACH(Integers32, mad24_lo)},
    {"mad24.hi.u32|s32", "=0 0 0 0", Unit::sp, EACH(Integers32, mad24_hi)},
    {"mad24.hi.sat.s32", "=0 0 0 0", Unit::sp, ALWAYS(mad24_hi_sat)},
    {"div.#i", "=0 0 0", Unit::sfu, EACH(Integers, div)},
    {"rem.#i", "=0 0 0", Unit::sfu, EACH(Integers, rem)},
    {"neg.s16|s32|s64", "=0 0", Unit::sp, EACH(Signed, neg)},
    {"abs.s16|s32|s64", "=0 0", Unit::sp, EACH(Signed, absolute)},
    {"min.#i", "=0 0 0", Unit::sp, EACH(Integers, smaller)},
    {"max.#i", "=0 0 0", Unit::sp, EACH(Integers, larger)},
    {"sad.#i", "=0 0 0 0", Unit::sp, EACH(Integers, sad)},
    {"popc.b32|b64", "=u 0", Unit::sp, EACH(Words, popc)},
    {"clz.b32|b64", "=u 0", Unit::sp, EACH(Words, clz)},
    {"bfind.u32|s32|u64|s64", "=u 0", Unit::sp, EACH(Integers, bfind)},
    {"bfind.shiftamt.u32|s32|u64|s64", "=u 0", Unit::sp, EACH(Integers, bfind_shift)},
    {"brev.b32|b64", "=0 0", Unit::sp, EACH(Words, brev)},
    {"bfe.u32|s32|u64|s64", "=0 0 u u", Unit::sp, EACH(Integers, bfe)},
    {"bfi.b32|b64", "=0 0 0 u u", Unit::sp, EACH(Words, bfi)},
};
[[maybe_unused]] const bool added = add_opcodes(rows);

}  // namespace
}  // namespace heddle::ptx
