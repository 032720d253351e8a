// SPDX-License-Identifier: Apache-2.0
#include <cstdint>
#include <type_traits>

#include "models/ptx/opcodes/by_type.hpp"
#include "models/ptx/opcodes/lanes.hpp"

/// Multi-word arithmetic. The carry flag of PTX (CC.CF) is an ordinary predicate register here: it is
/// allocated, is live and has dependences like any other. A subtraction a - b is the sum a + ~b + 1, as GPUs
/// compute it, and its carry is that sum's: set when nothing is borrowed. The ISA speaks of a borrow, and
/// leaves it at that; nvcc's division of 128 bits reads the flag of a subtraction by an addition
/// (tests/hardware).
namespace heddle::ptx {
namespace {

__extension__ typedef __int128 Int128;
__extension__ typedef unsigned __int128 Uint128;

template <class T>
using Unsigned = std::make_unsigned_t<T>;
/// The integer type of twice the width and of T's signedness.
template <class T>
using Product = std::conditional_t<sizeof(T) == 8, std::conditional_t<std::is_signed_v<T>, Int128, Uint128>,
                                   std::conditional_t<std::is_signed_v<T>, std::int64_t, std::uint64_t>>;

/// Computes a + b + carry; `carry` becomes the carry out.
template <class U>
U add_with(U a, U b, bool& carry) {
  U once, twice;
  const bool first = __builtin_add_overflow(a, b, &once);
  const bool second = __builtin_add_overflow(once, static_cast<U>(carry), &twice);
  carry = first || second;
  return twice;
}

/// Calls f(lane, carry) for each lane; the carry is that of operand[k], or `first` in a chain's first link.
template <class T, class F>
void each_lane(const Instruction& i, LaneMask active, Operands& o, unsigned k, LaneMask first, F&& f) {
  const LaneMask in = i.operand[k].kind == OperandRef::Kind::none ? first : predicate_of(i, k, o);
  Results<T> results;
  LaneMask out = 0;
  for (unsigned lane = 0; lane < warp_size; ++lane) {
    bool carry = (in & lane_bit[lane]) != 0;
    results.put(lane, f(lane, carry));
    out |= carry ? lane_bit[lane] : 0;
  }
  results.store(i, active, o);
  o.predicate[0] = out;
}

template <class T, bool subtract>
void sum(const Instruction& i, const WarpContext& c, LaneMask active, Operands& o) {
  const Source<T> a(i.operand[0], c, o), b(i.operand[1], c, o);
  each_lane<T>(i, active, o, 2, subtract ? all_lanes : 0, [&](unsigned lane, bool& carry) {
    return add_with<T>(a[lane], subtract ? ~b[lane] : b[lane], carry);
  });
}

/// Adds one half of the product a * b to c; the carry is that of the addition.
template <class T, bool high>
void multiply_add(const Instruction& i, const WarpContext& context, LaneMask active, Operands& o) {
  const Source<T> a(i.operand[0], context, o), b(i.operand[1], context, o);
  const Source<Unsigned<T>> c(i.operand[2], context, o);
  each_lane<Unsigned<T>>(i, active, o, 3, 0, [&](unsigned lane, bool& carry) {
    const auto product = static_cast<Product<T>>(a[lane]) * static_cast<Product<T>>(b[lane]);
    return add_with(static_cast<Unsigned<T>>(high ? product >> 8 * sizeof(T) : product), c[lane], carry);
  });
}

using Chained = TypeList<std::uint32_t, std::int32_t, std::uint64_t, std::int64_t>;

template <bool subtract>
void sum_of(const Spelling& s, Instruction& i) {
  i.execute = bits_of(s.types[0]) == 64 ? sum<std::uint64_t, subtract> : sum<std::uint32_t, subtract>;
}
template <bool high>
constexpr Semantics product = by_type<Chained>([]<class T>(Instruction&) -> Execute {
  return multiply_add<T, high>;
});

#define TYPE ".u32|s32|u64|s64"
const Opcode rows[] = {
    {"add.cc" TYPE, "=0 =c 0 0", Unit::sp, sum_of<false>},
    {"addc.cc" TYPE, "=0 =c 0 0 c", Unit::sp, sum_of<false>},
    {"addc" TYPE, "=0 0 0 c", Unit::sp, sum_of<false>},
    {"sub.cc" TYPE, "=0 =c 0 0", Unit::sp, sum_of<true>},
    {"subc.cc" TYPE, "=0 =c 0 0 c", Unit::sp, sum_of<true>},
    {"subc" TYPE, "=0 0 0 c", Unit::sp, sum_of<true>},
    {"mad.lo.cc" TYPE, "=0 =c 0 0 0", Unit::sp, product<false>},
    {"mad.hi.cc" TYPE, "=0 =c 0 0 0", Unit::sp, product<true>},
    {"madc.lo.cc" TYPE, "=0 =c 0 0 0 c", Unit::sp, product<false>},
    {"madc.hi.cc" TYPE, "=0 =c 0 0 0 c", Unit::sp, product<true>},
    {"madc.lo" TYPE, "=0 0 0 0 c", Unit::sp, product<false>},
    {"madc.hi" TYPE, "=0 0 0 0 c", Unit::sp, product<true>},
};
[[maybe_unused]] const bool added = add_opcodes(rows);

}  // namespace
}  // namespace heddle::ptx
