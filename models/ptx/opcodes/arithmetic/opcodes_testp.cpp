// SPDX-License-Identifier: Apache-2.0
#include <cstdint>
#include <type_traits>

#include "models/ptx/opcodes/by_type.hpp"
#include "models/ptx/opcodes/lanes.hpp"

/// testp: tests which class of float a value belongs to.
namespace heddle::ptx {
namespace {

enum class Kind { finite, infinite, number, not_a_number, normal, subnormal };

template <Kind kind, class U>
bool is(U bits) {
  constexpr unsigned fraction = sizeof(U) == 8 ? 52 : 23;
  constexpr U infinity = static_cast<U>(sizeof(U) == 8 ? 0x7ff : 0xff) << fraction;
  const U magnitude = bits & (~U{0} >> 1), exponent = magnitude & infinity;
  switch (kind) {
    case Kind::finite:
      return magnitude < infinity;
    case Kind::infinite:
      return magnitude == infinity;
    case Kind::number:
      return magnitude <= infinity;
    case Kind::not_a_number:
      return magnitude > infinity;
    case Kind::normal:
      return magnitude == 0 || (exponent != 0 && exponent != infinity);  // zeros count as normal
    case Kind::subnormal:
      return exponent == 0 && magnitude != 0;
  }
  return false;
}

template <Kind kind, class U>
void test(const Instruction& i, const WarpContext& c, LaneMask, Operands& o) {
  const Source<U> a(i.operand[0], c, o);
  o.predicate[0] = 0;
  for (unsigned lane = 0; lane < warp_size; ++lane)
    if (is<kind>(a[lane])) o.predicate[0] |= lane_bit[lane];
}

template <Kind kind>
void testp(const Spelling& s, Instruction& i) {
  i.execute = s.types[0] == Type::f64 ? test<kind, std::uint64_t> : test<kind, std::uint32_t>;
}

const Opcode rows[] = {
    {"testp.finite.f32|f64", "=p 0", Unit::sp, testp<Kind::finite>},
    {"testp.infinite.f32|f64", "=p 0", Unit::sp, testp<Kind::infinite>},
    {"testp.number.f32|f64", "=p 0", Unit::sp, testp<Kind::number>},
    {"testp.notanumber.f32|f64", "=p 0", Unit::sp, testp<Kind::not_a_number>},
    {"testp.normal.f32|f64", "=p 0", Unit::sp, testp<Kind::normal>},
    {"testp.subnormal.f32|f64", "=p 0", Unit::sp, testp<Kind::subnormal>},
};
[[maybe_unused]] const bool added = add_opcodes(rows);

}  // namespace
}  // namespace heddle::ptx
