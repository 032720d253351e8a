#include "tb/fuzz/form_rows.hpp"

/// Bytes and fields of a word: permutations, dot products, masks.
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

template <bool sign_a, bool sign_b>
u32 dot4(u32 a, u32 b, u32 c) {
  s64 sum = sign_a || sign_b ? s64{static_cast<s32>(c)} : s64{c};
  for (unsigned i = 0; i < 4; ++i) {
    const s64 x = a >> 8 * i & 0xff, y = b >> 8 * i & 0xff;
    sum += (sign_a && x > 127 ? x - 256 : x) * (sign_b && y > 127 ? y - 256 : y);
  }
  return static_cast<u32>(sum);
}

const Form rows[] = {
    {"prmt.b32", "r:rrr", Family::logic, scalar<permuted>},
    {"dp4a.u32.u32", "r:rrr", Family::integer, scalar<dot4<false, false>>},
    {"dp4a.s32.s32", "r:rrr", Family::integer, scalar<dot4<true, true>>},
    {"dp4a.u32.s32", "r:rrr", Family::integer, scalar<dot4<false, true>>},
};
[[maybe_unused]] const bool added = add_forms(rows);

}  // namespace
}  // namespace heddle::fuzz
