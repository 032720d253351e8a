// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <cmath>
#include <cstdint>
#include <limits>

#include "models/ptx/opcodes/by_type.hpp"
#include "models/ptx/opcodes/lanes.hpp"

/// redux.sync: reduces the values of all lanes in the member mask to one, and gives it to each of them.
namespace heddle::ptx {
namespace {

template <class T>
T sum(T a, T b) {
  return static_cast<T>(static_cast<std::uint32_t>(a) + static_cast<std::uint32_t>(b));
}
template <class T>
T least(T a, T b) {
  return std::min(a, b);
}
template <class T>
T most(T a, T b) {
  return std::max(a, b);
}
std::uint32_t conjunction(std::uint32_t a, std::uint32_t b) { return a & b; }
std::uint32_t disjunction(std::uint32_t a, std::uint32_t b) { return a | b; }
std::uint32_t exclusive(std::uint32_t a, std::uint32_t b) { return a ^ b; }

/// -0 is less than +0; a number wins against a NaN unless .NaN is given.
template <bool smaller>
float choose(float a, float b) {
  if (a != a || b != b) return a != a ? b : a;
  if (a == b) return std::signbit(a) == smaller ? a : b;
  return (a < b) == smaller ? a : b;
}

template <class T, T (*F)(T, T)>
void reduce(const Instruction& i, const WarpContext& c, LaneMask active, Operands& o) {
  const Source<T> value(i.operand[0], c, o);
  const Source<std::uint32_t> mask(i.operand[1], c, o);
  Results<T> results;
  for (unsigned lane = 0; lane < warp_size; ++lane) {
    const LaneMask group = mask[lane] & active;
    bool first = true, nan = false;
    T total{};
    for (unsigned other = 0; other < warp_size; ++other) {
      if ((group & lane_bit[other]) == 0) continue;
      T v = value[other];
      if constexpr (std::is_same_v<T, float>) {
        nan |= v != v;
        if (i.modifiers.magnitude) v = std::fabs(v);
      }
      total = first ? v : F(total, v);
      first = false;
    }
    if constexpr (std::is_same_v<T, float>)
      if (nan && i.modifiers.propagate) total = std::numeric_limits<float>::quiet_NaN();
    results.put(lane, total);
  }
  results.store(i, active, o);
}

#define REDUCE(...)                      \
  always([](Instruction& i) -> Execute { \
    i.exchanges_lanes = true;            \
    return reduce<__VA_ARGS__>;          \
  })
#define REDUCE_INTEGER(f)                                      \
  by_type<Integers32>([]<class T>(Instruction& i) -> Execute { \
    i.exchanges_lanes = true;                                  \
    return reduce<T, f<T>>;                                    \
  })
const Opcode rows[] = {
    {"redux.sync.add.u32|s32", "=0 0 u", Unit::sfu, REDUCE_INTEGER(sum)},
    {"redux.sync.min.u32|s32", "=0 0 u", Unit::sfu, REDUCE_INTEGER(least)},
    {"redux.sync.max.u32|s32", "=0 0 u", Unit::sfu, REDUCE_INTEGER(most)},
    {"redux.sync.and.b32", "=0 0 u", Unit::sfu, REDUCE(std::uint32_t, conjunction)},
    {"redux.sync.or.b32", "=0 0 u", Unit::sfu, REDUCE(std::uint32_t, disjunction)},
    {"redux.sync.xor.b32", "=0 0 u", Unit::sfu, REDUCE(std::uint32_t, exclusive)},
    {"redux.sync.min.abs?.NaN?.f32", "=0 0 u", Unit::sfu, REDUCE(float, choose<true>)},
    {"redux.sync.max.abs?.NaN?.f32", "=0 0 u", Unit::sfu, REDUCE(float, choose<false>)},
};
[[maybe_unused]] const bool added = add_opcodes(rows);

}  // namespace
}  // namespace heddle::ptx
