// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <array>
#include <cstdint>
#include <cstdlib>
#include <limits>
#include <string_view>

#include "models/ptx/opcodes/by_type.hpp"
#include "models/ptx/opcodes/lanes.hpp"

/// Bytes and single bits: permutation, three-operand logic, masks, the n-th set bit.
namespace heddle::ptx {
namespace {

/// Each nibble of the selector picks one of eight bytes; with its top bit set, that byte's sign bit fills the
/// result byte.
std::uint32_t permute(std::uint32_t a, std::uint32_t b, std::uint32_t selector) {
  const std::uint64_t bytes = std::uint64_t{b} << 32 | a;
  std::uint32_t result = 0;
  for (unsigned i = 0; i < 4; ++i) {
    const std::uint32_t nibble = selector >> 4 * i;
    std::uint32_t byte = static_cast<std::uint32_t>(bytes >> 8 * (nibble & 7)) & 0xff;
    if (nibble & 8) byte = byte & 0x80 ? 0xff : 0;
    result |= byte << 8 * i;
  }
  return result;
}

// The modes of prmt: which of the eight bytes goes to byte i of the result, by the low two bits n of the
// selector.
unsigned forward(unsigned i, unsigned n) { return n + i; }
unsigned backward(unsigned i, unsigned n) { return (n - i) & 7; }
unsigned replicate(unsigned, unsigned n) { return n; }
unsigned clamp_left(unsigned i, unsigned n) { return std::max(i, n); }
unsigned clamp_right(unsigned i, unsigned n) { return std::min(i, n); }
unsigned replicate16(unsigned i, unsigned n) { return (n & 1) * 2 + (i & 1); }

template <unsigned (*Which)(unsigned, unsigned)>
std::uint32_t permute_by(std::uint32_t a, std::uint32_t b, std::uint32_t selector) {
  std::uint32_t nibbles = 0;
  for (unsigned i = 0; i < 4; ++i) nibbles |= Which(i, selector & 3) << 4 * i;
  return permute(a, b, nibbles);
}

/// Bit-wise look-up in a truth table: `table` has the result for each of the eight combinations of bits of a,
/// b, c.
std::uint32_t lop3(std::uint32_t a, std::uint32_t b, std::uint32_t c, std::uint32_t table) {
  std::uint32_t result = 0;
  for (unsigned k = 0; k < 8; ++k)
    if (table >> k & 1) result |= (k & 4 ? a : ~a) & (k & 2 ? b : ~b) & (k & 1 ? c : ~c);
  return result;
}

/// lop3.or and lop3.and: the predicate tells whether any bit of the result is set, combined with operand[4].
void lop3_with_predicate(const Instruction& i, const WarpContext& context, LaneMask active, Operands& o) {
  const Source<std::uint32_t> a(i.operand[0], context, o), b(i.operand[1], context, o),
      c(i.operand[2], context, o), table(i.operand[3], context, o);
  Results<std::uint32_t> results;
  LaneMask any = 0;
  for (unsigned lane = 0; lane < warp_size; ++lane) {
    const std::uint32_t value = lop3(a[lane], b[lane], c[lane], table[lane]);
    results.put(lane, value);
    if (value != 0) any |= lane_bit[lane];
  }
  const LaneMask other = predicate_of(i, 4, o);
  o.predicate[0] = i.modifiers.combine == Combine::conjunction ? any & other : any | other;
  if (i.destination_count != 0) results.store(i, active, o);
}

/// Sets b bits from bit a on. In clamp mode, bits beyond the word are cut off; in wrap mode, a and b count
/// modulo 32.
template <bool clamp>
std::uint32_t bit_mask(std::uint32_t a, std::uint32_t b) {
  if (clamp ? a >= 32 : false) return 0;
  const std::uint32_t width = clamp ? std::min(b, 32u) : b & 31;
  return static_cast<std::uint32_t>(((std::uint64_t{1} << width) - 1) << (a & 31));
}

/// Extends the low b bits of a, by their topmost bit or by zeros.
template <class T, bool clamp>
T extend(T a, std::uint32_t b) {
  const std::uint32_t width = clamp ? std::min(b, 32u) : b & 31;
  if (width == 0) return 0;
  return static_cast<T>(static_cast<std::uint32_t>(a) << (32 - width)) >> (32 - width);
}
template <bool clamp>
constexpr Semantics extended = by_type<Integers32>([]<class T>(Instruction&) {
  return lanewise<extend<T, clamp>>();
});

/// Finds the n-th set bit of `mask` from bit `base` on, upwards, or downwards for negative n; all ones when
/// there is none. With n = 0 only the bit at `base` counts; with n = -2^31 an H200 gives 0.
std::uint32_t find_nth_set(std::uint32_t mask, std::uint32_t base, std::int32_t n) {
  if (n == std::numeric_limits<std::int32_t>::min()) return 0;
  const std::int64_t step = n < 0 ? -1 : 1;
  std::int64_t left = n == 0 ? 1 : std::abs(std::int64_t{n});
  for (std::int64_t at = base; at >= 0 && at < 32; at += step) {
    if ((mask >> at & 1) != 0 && --left == 0) return static_cast<std::uint32_t>(at);
    if (n == 0) break;
  }
  return ~0u;
}

template <auto F>
constexpr Semantics permuted = always([](Instruction&) { return lanewise<permute_by<F>>(); });

const Opcode rows[] = {
    {"prmt.b32", "=0 0 0 0", Unit::sp, ALWAYS(permute)},
    {"prmt.b32.f4e", "=0 0 0 0", Unit::sp, permuted<forward>},
    {"prmt.b32.b4e", "=0 0 0 0", Unit::sp, permuted<backward>},
    {"prmt.b32.rc8", "=0 0 0 0", Unit::sp, permuted<replicate>},
    {"prmt.b32.ecl", "=0 0 0 0", Unit::sp, permuted<clamp_left>},
    {"prmt.b32.ecr", "=0 0 0 0", Unit::sp, permuted<clamp_right>},
    {"prmt.b32.rc16", "=0 0 0 0", Unit::sp, permuted<replicate16>},
    {"lop3.b32", "=0 0 0 0 u", Unit::sp, ALWAYS(lop3)},
    {"lop3.or|and.b32", "=0| 0 0 0 u p", Unit::sp,
     always([](Instruction&) -> Execute { return lop3_with_predicate; })},
    {"bmsk.clamp.b32", "=0 0 0", Unit::sp, ALWAYS(bit_mask<true>)},
    {"bmsk.wrap.b32", "=0 0 0", Unit::sp, ALWAYS(bit_mask<false>)},
    {"szext.clamp.u32|s32", "=0 0 u", Unit::sp, extended<true>},
    {"szext.wrap.u32|s32", "=0 0 u", Unit::sp, extended<false>},
    {"fns.b32", "=0 0 0 s", Unit::sp, ALWAYS(find_nth_set)},
};
[[maybe_unused]] const bool added = add_opcodes(rows);

}  // namespace
}  // namespace heddle::ptx
