// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <cstdint>

#include "models/ptx/opcodes/by_type.hpp"
#include "models/ptx/opcodes/lanes.hpp"

/// Integer operations on the two half-words of a register, and minima and maxima with .relu.
namespace heddle::ptx {
namespace {

std::uint16_t add(std::uint16_t a, std::uint16_t b) { return static_cast<std::uint16_t>(a + b); }
template <class T>
T smaller(T a, T b) {
  return std::min(a, b);
}
template <class T>
T larger(T a, T b) {
  return std::max(a, b);
}
template <class T, T (*F)(T, T)>
T not_negative(T a, T b) {
  return std::max<T>(F(a, b), 0);
}

template <class T, T (*F)(T, T)>
std::uint32_t halves(std::uint32_t a, std::uint32_t b) {
  const auto half = [&](unsigned at) {
    return static_cast<std::uint32_t>(
        static_cast<std::uint16_t>(F(static_cast<T>(a >> at), static_cast<T>(b >> at))));
  };
  return half(0) | half(16) << 16;
}

using S16 = std::int16_t;
using U16 = std::uint16_t;
using S32 = std::int32_t;

#define HALVES(...) always([](Instruction&) { return lanewise<halves<__VA_ARGS__>>(); })
#define NOT_NEGATIVE(f) always([](Instruction&) { return lanewise<not_negative<S32, f<S32>>>(); })
const Opcode rows[] = {
    {"add.u16x2|s16x2", "=0 0 0", Unit::sp, HALVES(U16, add)},
    {"min.u16x2", "=0 0 0", Unit::sp, HALVES(U16, smaller<U16>)},
    {"max.u16x2", "=0 0 0", Unit::sp, HALVES(U16, larger<U16>)},
    {"min.s16x2", "=0 0 0", Unit::sp, HALVES(S16, smaller<S16>)},
    {"max.s16x2", "=0 0 0", Unit::sp, HALVES(S16, larger<S16>)},
    {"min.relu.s16x2", "=0 0 0", Unit::sp, HALVES(S16, not_negative<S16, smaller<S16>>)},
    {"max.relu.s16x2", "=0 0 0", Unit::sp, HALVES(S16, not_negative<S16, larger<S16>>)},
    {"min.s32.relu", "=0 0 0", Unit::sp, NOT_NEGATIVE(smaller)},  // nvcc 13 writes it so
    {"max.s32.relu", "=0 0 0", Unit::sp, NOT_NEGATIVE(larger)},
    {"min.relu.s32", "=0 0 0", Unit::sp, NOT_NEGATIVE(smaller)},
    {"max.relu.s32", "=0 0 0", Unit::sp, NOT_NEGATIVE(larger)},
};
[[maybe_unused]] const bool added = add_opcodes(rows);

}  // namespace
}  // namespace heddle::ptx
