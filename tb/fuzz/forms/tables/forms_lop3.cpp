// SPDX-License-Identifier: Apache-2.0
#include "tb/fuzz/forms/modifiers.hpp"

/// lop3: any function of three bits, given by its truth table; with a predicate that tells whether any bit is
/// set.
namespace heddle::fuzz {
namespace {

/// Looks each bit of the result up in the truth table.
template <u32 table>
u32 looked_up(u32 a, u32 b, u32 c) {
  u32 result = 0;
  for (u32 bit = 0; bit < 32; ++bit) {
    const u32 row = (a >> bit & 1) * 4 + (b >> bit & 1) * 2 + (c >> bit & 1);
    result += (table >> row & 1) << bit;
  }
  return result;
}

template <u32 table, bool either>
void with_predicate(const u64* in, u64* out) {
  const u32 value =
      looked_up<table>(static_cast<u32>(in[0]), static_cast<u32>(in[1]), static_cast<u32>(in[2]));
  const bool any = value != 0, given = in[3] != 0;
  out[0] = value;
  out[1] = either ? (any || given ? 1 : 0) : (any && given ? 1 : 0);
}

#define LOP3(table)                                                                             \
  {"lop3.b32", "r:rrr", Family::logic, scalar<looked_up<table>>, false, #table},                \
      {"lop3.or.b32|", "rp:rrrp", Family::logic, with_predicate<table, true>, false, #table}, { \
    "lop3.and.b32|", "rp:rrrp", Family::logic, with_predicate<table, false>, false, #table      \
  }

const Form rows[] = {
    LOP3(0x00),  // nothing
    LOP3(0x80),  // a & b & c
    LOP3(0x96),  // a ^ b ^ c
    LOP3(0xca),  // a ? b : c
    LOP3(0xe8),  // the majority
    LOP3(0x1d),  // no common function
    LOP3(0xff),  // all
};
[[maybe_unused]] const bool added = add_forms(rows);

}  // namespace
}  // namespace heddle::fuzz
