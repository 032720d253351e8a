// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <bit>

#include "models/ptx/opcodes/atomic_place.hpp"
#include "models/ptx/opcodes/by_type.hpp"
#include "models/ptx/program/operand_source.hpp"

/// What the atomic operations leave in memory. Floats are rounded to nearest and keep subnormals, in every
/// space.
namespace heddle::ptx {
namespace {

template <class T>
using Bits = std::conditional_t<sizeof(T) == 2, std::uint16_t,
                                std::conditional_t<sizeof(T) == 4, std::uint32_t, std::uint64_t>>;

template <class T>
T value_of(std::uint64_t bits) {
  return std::bit_cast<T>(static_cast<Bits<T>>(bits));
}

/// Turns f(old, b) into an AtomicUpdate.
template <class T, T (*f)(T, T)>
std::uint64_t update(std::uint64_t old, std::uint64_t b, std::uint64_t) {
  return static_cast<Bits<T>>(encode(f(value_of<T>(old), value_of<T>(b))));
}

template <class T>
T sum(T a, T b) {
  if constexpr (std::is_integral_v<T>)
    return static_cast<T>(static_cast<Bits<T>>(a) + static_cast<Bits<T>>(b));
  else
    return a + b;
}
template <class T>
T least(T a, T b) {
  return std::min(a, b);
}
template <class T>
T most(T a, T b) {
  return std::max(a, b);
}
template <class T>
T conjunction(T a, T b) {
  return a & b;
}
template <class T>
T disjunction(T a, T b) {
  return a | b;
}
template <class T>
T difference(T a, T b) {
  return a ^ b;
}
template <class T>
T other(T, T b) {
  return b;
}
/// atom.inc counts up to b and starts again at 0; atom.dec counts down and starts again at b.
template <class T>
T increment(T a, T b) {
  return a >= b ? 0 : a + 1;
}
template <class T>
T decrement(T a, T b) {
  return a == 0 || a > b ? b : a - 1;
}

std::uint64_t compare_and_swap(std::uint64_t old, std::uint64_t b, std::uint64_t c) {
  return old == b ? c : old;
}

using Wide = TypeList<std::uint32_t, std::int32_t, std::uint64_t, std::int64_t>;
using Bare = TypeList<std::uint32_t, std::uint64_t>;

// The update by `f`, a template over the list's types, of the old value and b.
#define UPDATE(list, f)                                                                   \
  [](const Spelling& s, Instruction& i) {                                                 \
    with_type(list{}, s.types[0], [&]<class T>() { i.memory.update = update<T, f<T>>; }); \
  }
#define ROWS(name)                                                                                    \
  {name ATOMIC_PLACE ".add.u32|s32|u64|s64", "", Unit::ldst, UPDATE(Wide, sum), Shape::atomic},       \
      {name ATOMIC_PLACE ".add.f32|f64", "", Unit::ldst, UPDATE(Floats, sum), Shape::atomic},         \
      {name ATOMIC_PLACE ".min.u32|s32|u64|s64", "", Unit::ldst, UPDATE(Wide, least), Shape::atomic}, \
      {name ATOMIC_PLACE ".max.u32|s32|u64|s64", "", Unit::ldst, UPDATE(Wide, most), Shape::atomic},  \
      {name ATOMIC_PLACE ".inc.u32", "", Unit::ldst, UPDATE(Bare, increment), Shape::atomic},         \
      {name ATOMIC_PLACE ".dec.u32", "", Unit::ldst, UPDATE(Bare, decrement), Shape::atomic},         \
      {name ATOMIC_PLACE ".and.b32|b64", "", Unit::ldst, UPDATE(Bare, conjunction), Shape::atomic},   \
      {name ATOMIC_PLACE ".or.b32|b64", "", Unit::ldst, UPDATE(Bare, disjunction), Shape::atomic}, {  \
    name ATOMIC_PLACE ".xor.b32|b64", "", Unit::ldst, UPDATE(Bare, difference), Shape::atomic         \
  }

const Opcode rows[] = {
    ROWS("atom"),
    ROWS("red"),
    {"atom" ATOMIC_PLACE ".exch.b32|b64", "", Unit::ldst, UPDATE(Bare, other), Shape::atomic},
    {"atom" ATOMIC_PLACE ".cas.b16|b32|b64", "", Unit::ldst,
     [](const Spelling&, Instruction& i) { i.memory.update = compare_and_swap; }, Shape::atomic},
};
[[maybe_unused]] const bool added = add_opcodes(rows);

}  // namespace
}  // namespace heddle::ptx
