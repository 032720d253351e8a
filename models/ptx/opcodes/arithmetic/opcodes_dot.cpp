// SPDX-License-Identifier: Apache-2.0
#include <cstdint>

#include "models/ptx/opcodes/by_type.hpp"
#include "models/ptx/opcodes/lanes.hpp"

/// Dot products of the bytes and half-words of a register.
namespace heddle::ptx {
namespace {

/// Returns field k of `width` bits, sign-extended or zero-extended.
template <unsigned width, bool sign>
std::int32_t field(std::uint32_t word, unsigned k) {
  const std::uint32_t top = word << (32 - width * (k + 1));
  return sign ? static_cast<std::int32_t>(top) >> (32 - width)
              : static_cast<std::int32_t>(top >> (32 - width));
}

/// Adds the four products of bytes to c; the sum wraps.
template <bool sign_a, bool sign_b>
std::uint32_t dot4(std::uint32_t a, std::uint32_t b, std::uint32_t c) {
  for (unsigned k = 0; k < 4; ++k)
    c += static_cast<std::uint32_t>(field<8, sign_a>(a, k) * field<8, sign_b>(b, k));
  return c;
}

/// Adds the products of a's half-words and two bytes of b, the lower or the upper two, to c.
template <bool sign_a, bool sign_b, unsigned first>
std::uint32_t dot2(std::uint32_t a, std::uint32_t b, std::uint32_t c) {
  for (unsigned k = 0; k < 2; ++k)
    c += static_cast<std::uint32_t>(field<16, sign_a>(a, k) * field<8, sign_b>(b, first + k));
  return c;
}

template <bool sign_a, bool sign_b>
Execute choose(const Spelling& s) {
  if (s.has("lo")) return lanewise<dot2<sign_a, sign_b, 0>>();
  if (s.has("hi")) return lanewise<dot2<sign_a, sign_b, 2>>();
  return lanewise<dot4<sign_a, sign_b>>();
}

void dot(const Spelling& s, Instruction& i) {
  const bool a = is_signed(s.types[0]), b = is_signed(s.types[1]);
  i.execute = a ? (b ? choose<true, true>(s) : choose<true, false>(s))
                : (b ? choose<false, true>(s) : choose<false, false>(s));
}

const Opcode rows[] = {
    {"dp4a.u32|s32.u32|s32", "=u 0 1 u", Unit::sp, dot},
    {"dp2a.lo|hi.u32|s32.u32|s32", "=u 0 1 u", Unit::sp, dot},
};
[[maybe_unused]] const bool added = add_opcodes(rows);

}  // namespace
}  // namespace heddle::ptx
