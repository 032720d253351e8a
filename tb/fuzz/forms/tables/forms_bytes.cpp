// SPDX-License-Identifier: Apache-2.0
#include "tb/fuzz/forms/form_rows.hpp"

/// Bytes and half-words of a word: permutations, dot products, sums of differences.
namespace heddle::fuzz {
namespace {

/// prmt without a mode, as the ISA describes it.
u32 permuted(u32 a, u32 b, u32 selection) {
  u32 result = 0;
  for (unsigned i = 0; i < 4; ++i) {
    const u32 which = selection >> 4 * i & 15, n = which & 7;
    const u32 byte = (n < 4 ? a >> 8 * n : b >> 8 * (n - 4)) & 0xff;
    const u32 sign = byte >> 7 != 0 ? 0xff : 0;
    result |= (which & 8 ? sign : byte) << 8 * i;
  }
  return result;
}

/// The modes of prmt: the ISA's table of which byte goes where, for each value of the low two bits of the
/// selector.
enum class Mode { f4e, b4e, rc8, ecl, ecr, rc16 };
template <Mode mode>
u32 permuted_by(u32 a, u32 b, u32 selector) {
  constexpr u32 table[][4] = {{0x3210, 0x4321, 0x5432, 0x6543}, {0x5670, 0x6701, 0x7012, 0x0123},
                              {0x0000, 0x1111, 0x2222, 0x3333}, {0x3210, 0x3211, 0x3222, 0x3333},
                              {0x0000, 0x1110, 0x2210, 0x3210}, {0x1010, 0x3232, 0x1010, 0x3232}};
  return permuted(a, b, table[static_cast<unsigned>(mode)][selector & 3]);
}

/// Returns field i of `bits` bits.
template <unsigned bits, bool sign>
s64 field(u32 a, unsigned i) {
  const s64 v = (a >> bits * i) & ((u32{1} << bits) - 1);
  return sign && v >> (bits - 1) != 0 ? v - (s64{1} << bits) : v;
}

template <bool sign_a, bool sign_b>
u32 dot4(u32 a, u32 b, u32 c) {
  s64 sum = c;
  for (unsigned i = 0; i < 4; ++i) sum += field<8, sign_a>(a, i) * field<8, sign_b>(b, i);
  return static_cast<u32>(sum);
}
/// Adds the products of a's half-words and two bytes of b, from byte `first` on, to c.
template <bool sign_a, bool sign_b, unsigned first>
u32 dot2(u32 a, u32 b, u32 c) {
  s64 sum = c;
  for (unsigned i = 0; i < 2; ++i) sum += field<16, sign_a>(a, i) * field<8, sign_b>(b, first + i);
  return static_cast<u32>(sum);
}

/// Returns the absolute differences of the fields, or their sum added to c.
template <unsigned bits, bool sign, bool add>
u32 distance(u32 a, u32 b, u32 c) {
  u32 result = add ? c : 0;
  for (unsigned i = 0; i < 32 / bits; ++i) {
    const s64 d = field<bits, sign>(a, i) - field<bits, sign>(b, i);
    const auto size = static_cast<u32>(d < 0 ? -d : d);
    result += add ? size : size << bits * i;
  }
  return result;
}

#define DOT(a, b, sign_a, sign_b)                                                        \
  {"dp4a." a "." b, "r:rrr", Family::integer, scalar<dot4<sign_a, sign_b>>},             \
      {"dp2a.lo." a "." b, "r:rrr", Family::integer, scalar<dot2<sign_a, sign_b, 0>>}, { \
    "dp2a.hi." a "." b, "r:rrr", Family::integer, scalar<dot2<sign_a, sign_b, 2>>        \
  }
#define DISTANCE(name, bits)                                                                     \
  {name ".u32.u32.u32", "r:rrr", Family::integer, scalar<distance<bits, false, false>>},         \
      {name ".u32.u32.u32.add", "r:rrr", Family::integer, scalar<distance<bits, false, true>>},  \
      {name ".s32.s32.s32", "r:rrr", Family::integer, scalar<distance<bits, true, false>>},      \
      {name ".u32.s32.s32", "r:rrr", Family::integer, scalar<distance<bits, true, false>>},      \
      {name ".u32.s32.s32.add", "r:rrr", Family::integer, scalar<distance<bits, true, true>>}, { \
    name ".s32.s32.s32.add", "r:rrr", Family::integer, scalar<distance<bits, true, true>>        \
  }

const Form rows[] = {
    {"prmt.b32", "r:rrr", Family::logic, scalar<permuted>},
    {"prmt.b32.f4e", "r:rrr", Family::logic, scalar<permuted_by<Mode::f4e>>},
    {"prmt.b32.b4e", "r:rrr", Family::logic, scalar<permuted_by<Mode::b4e>>},
    {"prmt.b32.rc8", "r:rrr", Family::logic, scalar<permuted_by<Mode::rc8>>},
    {"prmt.b32.ecl", "r:rrr", Family::logic, scalar<permuted_by<Mode::ecl>>},
    {"prmt.b32.ecr", "r:rrr", Family::logic, scalar<permuted_by<Mode::ecr>>},
    {"prmt.b32.rc16", "r:rrr", Family::logic, scalar<permuted_by<Mode::rc16>>},
    DOT("u32", "u32", false, false),
    DOT("u32", "s32", false, true),
    DOT("s32", "u32", true, false),
    DOT("s32", "s32", true, true),
    DISTANCE("vabsdiff4", 8),
    DISTANCE("vabsdiff2", 16),
};
[[maybe_unused]] const bool added = add_forms(rows);

}  // namespace
}  // namespace heddle::fuzz
