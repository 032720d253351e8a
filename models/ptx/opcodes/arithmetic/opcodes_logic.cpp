// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <cstdint>

#include "models/ptx/opcodes/by_type.hpp"
#include "models/ptx/opcodes/lanes.hpp"

/// Bit-wise operations and shifts; the logic of predicates.
namespace heddle::ptx {
namespace {

template <class T>
T bit_and(T a, T b) {
  return a & b;
}
template <class T>
T bit_or(T a, T b) {
  return a | b;
}
template <class T>
T bit_xor(T a, T b) {
  return a ^ b;
}
template <class T>
T bit_not(T a) {
  return static_cast<T>(~a);
}
template <class T>
T logical_not(T a) {
  return a == 0 ? 1 : 0;
}

// PTX clamps shift counts, so a count beyond the width shifts all bits out.
template <class T>
T shift_left(T a, std::uint32_t n) {
  constexpr unsigned bits = 8 * sizeof(T);
  return n < bits ? static_cast<T>(a << (n & (bits - 1))) : T{0};
}
template <class T>
T shift_right(T a, std::uint32_t n) {
  constexpr unsigned bits = 8 * sizeof(T);
  return static_cast<T>(a >> std::min<std::uint32_t>(n, bits - 1) >> (n < bits ? 0 : 1));
}

std::uint64_t joined(std::uint32_t low, std::uint32_t high) { return std::uint64_t{high} << 32 | low; }
std::uint32_t funnel_left_wrap(std::uint32_t a, std::uint32_t b, std::uint32_t n) {
  return static_cast<std::uint32_t>(joined(a, b) << (n & 31) >> 32);
}
std::uint32_t funnel_right_wrap(std::uint32_t a, std::uint32_t b, std::uint32_t n) {
  return static_cast<std::uint32_t>(joined(a, b) >> (n & 31));
}
std::uint32_t funnel_left_clamp(std::uint32_t a, std::uint32_t b, std::uint32_t n) {
  return static_cast<std::uint32_t>(joined(a, b) << std::min(n, 32u) >> 32);
}
std::uint32_t funnel_right_clamp(std::uint32_t a, std::uint32_t b, std::uint32_t n) {
  return static_cast<std::uint32_t>(joined(a, b) >> std::min(n, 32u));
}

template <LaneMask (*F)(LaneMask, LaneMask)>
void on_predicates(const Instruction& i, const WarpContext&, LaneMask, Operands& o) {
  const LaneMask a = predicate_of(i, 0, o);
  o.predicate[0] = F(a, i.operand[1].kind == OperandRef::Kind::none ? a : predicate_of(i, 1, o));
}
template <auto F>
constexpr Semantics predicates = always([](Instruction&) -> Execute { return on_predicates<F>; });

const Opcode rows[] = {
    {"and.#b", "=0 0 0", Unit::sp, EACH(Words, bit_and)},
    {"or.#b", "=0 0 0", Unit::sp, EACH(Words, bit_or)},
    {"xor.#b", "=0 0 0", Unit::sp, EACH(Words, bit_xor)},
    {"not.#b", "=0 0", Unit::sp, EACH(Words, bit_not)},
    {"cnot.#b", "=0 0", Unit::sp, EACH(Words, logical_not)},
    {"and.pred", "=p p p", Unit::sp, predicates<[](LaneMask a, LaneMask b) { return a & b; }>},
    {"or.pred", "=p p p", Unit::sp, predicates<[](LaneMask a, LaneMask b) { return a | b; }>},
    {"xor.pred", "=p p p", Unit::sp, predicates<[](LaneMask a, LaneMask b) { return a ^ b; }>},
    {"not.pred", "=p p", Unit::sp, predicates<[](LaneMask a, LaneMask) { return ~a; }>},
    {"mov.pred", "=p p", Unit::sp, predicates<[](LaneMask a, LaneMask) { return a; }>},
    {"shl.#b", "=0 0 u", Unit::sp, EACH(Words, shift_left)},
    {"shr.#b", "=0 0 u", Unit::sp, EACH(Words, shift_right)},
    {"shr.#i", "=0 0 u", Unit::sp, EACH(Integers, shift_right)},
    {"shf.l.wrap.b32", "=0 0 0 u", Unit::sp, ALWAYS(funnel_left_wrap)},
    {"shf.r.wrap.b32", "=0 0 0 u", Unit::sp, ALWAYS(funnel_right_wrap)},
    {"shf.l.clamp.b32", "=0 0 0 u", Unit::sp, ALWAYS(funnel_left_clamp)},
    {"shf.r.clamp.b32", "=0 0 0 u", Unit::sp, ALWAYS(funnel_right_clamp)},
};
[[maybe_unused]] const bool added = add_opcodes(rows);

}  // namespace
}  // namespace heddle::ptx
