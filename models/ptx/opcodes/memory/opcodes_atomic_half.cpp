// SPDX-License-Identifier: Apache-2.0
#include "models/ptx/opcodes/atomic_place.hpp"
#include "models/ptx/opcodes/half.hpp"
#include "models/ptx/opcodes/opcode.hpp"

/// Atomic sums of 16-bit floats, alone and in pairs. The halves of a pair are separate atomics in PTX; here
/// they happen together.
namespace heddle::ptx {
namespace {

template <class H>
std::uint64_t half_sum(std::uint64_t a, std::uint64_t b) {
  const auto half = [](std::uint64_t bits) { return widen(static_cast<H>(bits)); };
  return static_cast<std::uint16_t>(narrow<H>(sum_to_odd(half(a), half(b))));
}
template <class H>
std::uint64_t half_update(std::uint64_t old, std::uint64_t b, std::uint64_t) {
  return half_sum<H>(old & 0xffff, b & 0xffff);
}
template <class H>
std::uint64_t pair_update(std::uint64_t old, std::uint64_t b, std::uint64_t) {
  return half_sum<H>(old >> 16 & 0xffff, b >> 16 & 0xffff) << 16 | half_sum<H>(old & 0xffff, b & 0xffff);
}

void add_halves(const Spelling& s, Instruction& i) {
  const Type type = s.types[0];
  i.memory.update = type == Type::f16     ? half_update<Half>
                    : type == Type::bf16  ? half_update<Brain>
                    : type == Type::f16x2 ? pair_update<Half>
                                          : pair_update<Brain>;
}

const Opcode rows[] = {
    {"atom" ATOMIC_PLACE ".add.noftz.f16|bf16|f16x2|bf16x2", "", Unit::ldst, add_halves, Shape::atomic},
    {"red" ATOMIC_PLACE ".add.noftz.f16|bf16|f16x2|bf16x2", "", Unit::ldst, add_halves, Shape::atomic},
};
[[maybe_unused]] const bool added = add_opcodes(rows);

}  // namespace
}  // namespace heddle::ptx
