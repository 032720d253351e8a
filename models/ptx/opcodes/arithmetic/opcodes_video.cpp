// SPDX-License-Identifier: Apache-2.0
#include <cstdint>
#include <cstdlib>
#include <type_traits>

#include "models/ptx/opcodes/by_type.hpp"
#include "models/ptx/opcodes/lanes.hpp"

/// The video instructions that CUDA's headers still use: sums of absolute differences.
namespace heddle::ptx {
namespace {

/// Returns field k of `word` as a T.
template <class T>
std::int32_t field(std::uint32_t word, unsigned k) {
  return static_cast<T>(word >> 8 * sizeof(T) * k);
}

/// Returns |a - b| of each field, or the sum of these added to c.
template <class A, class B, bool sum>
std::uint32_t absolute_difference(std::uint32_t a, std::uint32_t b, std::uint32_t c) {
  std::uint32_t result = sum ? c : 0;
  for (unsigned k = 0; k < 4 / sizeof(A); ++k) {
    const auto difference = static_cast<std::uint32_t>(std::abs(field<A>(a, k) - field<B>(b, k)));
    if (sum)
      result += difference;
    else
      result |= static_cast<std::make_unsigned_t<A>>(difference) << 8 * sizeof(A) * k;
  }
  return result;
}

template <class A, class B>
Execute choose(const Spelling& s) {
  return s.has("add") ? lanewise<absolute_difference<A, B, true>>()
                      : lanewise<absolute_difference<A, B, false>>();
}

template <class Unsigned, class Signed>
void by_signs(const Spelling& s, Instruction& i) {
  const bool a = is_signed(s.types[1]), b = is_signed(s.types[2]);
  i.execute = a ? (b ? choose<Signed, Signed>(s) : choose<Signed, Unsigned>(s))
                : (b ? choose<Unsigned, Signed>(s) : choose<Unsigned, Unsigned>(s));
}

const Opcode rows[] = {
    {"vabsdiff4.u32|s32.u32|s32.u32|s32.add?", "=u u u u", Unit::sp, by_signs<std::uint8_t, std::int8_t>},
    {"vabsdiff2.u32|s32.u32|s32.u32|s32.add?", "=u u u u", Unit::sp, by_signs<std::uint16_t, std::int16_t>},
};
[[maybe_unused]] const bool added = add_opcodes(rows);

}  // namespace
}  // namespace heddle::ptx
