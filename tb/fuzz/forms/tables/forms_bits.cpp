// SPDX-License-Identifier: Apache-2.0
#include "tb/fuzz/forms/form_rows.hpp"

/// Masks, extensions from any bit, and the n-th set bit, as the ISA's pseudo-code has them.
namespace heddle::fuzz {
namespace {

u32 shifted_ones(u32 n) { return n < 32 ? ~u32{0} << n : 0; }

template <bool clamp>
u32 bit_mask(u32 a, u32 b) {
  const u32 a1 = a & 31, b1 = b & 31, sum = a1 + b1;
  const u32 mask0 = clamp && a >= 32 ? 0 : shifted_ones(a1);
  u32 mask1 = shifted_ones(sum);
  if (sum >= 32 || (clamp && (a >= 32 || b >= 32)))
    mask1 = 0;
  else if (b1 == 0)
    mask1 = ~u32{0};
  return mask0 & ~mask1;
}

template <bool clamp, bool sign>
u32 extended(u32 a, u32 b) {
  const u32 b1 = b & 31;
  const bool too_large = clamp && b >= 32;
  const u32 mask = too_large ? 0 : shifted_ones(b1);
  const bool ones = sign && b1 != 0 && !too_large && (a >> (b1 - 1) & 1) != 0;
  return (a & ~mask) | (ones ? mask : 0);
}

/// The pseudo-code of the ISA would look at a bit above the topmost one; here that bit does not exist. (The
/// ISA calls a base above 31 undefined.)
u32 nth_set(u32 mask, u32 base, s32 offset) {
  if (offset == INT32_MIN) return 0;  // as an H200 has it
  if (base > 31) return ~u32{0};
  if (offset == 0) return (mask >> base & 1) != 0 ? base : ~u32{0};
  s64 count = (offset < 0 ? -s64{offset} : offset) - 1;
  for (s64 at = base; at >= 0 && at<32; at += offset> 0 ? 1 : -1)
    if ((mask >> at & 1) != 0 && count-- == 0) return static_cast<u32>(at);
  return ~u32{0};
}

const Form rows[] = {
    {"bmsk.clamp.b32", "r:rr", Family::logic, scalar<bit_mask<true>>},
    {"bmsk.wrap.b32", "r:rr", Family::logic, scalar<bit_mask<false>>},
    {"szext.clamp.u32", "r:rr", Family::logic, scalar<extended<true, false>>},
    {"szext.clamp.s32", "r:rr", Family::logic, scalar<extended<true, true>>},
    {"szext.wrap.u32", "r:rr", Family::logic, scalar<extended<false, false>>},
    {"szext.wrap.s32", "r:rr", Family::logic, scalar<extended<false, true>>},
    {"fns.b32", "r:rrr", Family::logic, scalar<nth_set>},
};
[[maybe_unused]] const bool added = add_forms(rows);

}  // namespace
}  // namespace heddle::fuzz
