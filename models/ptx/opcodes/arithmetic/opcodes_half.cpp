// SPDX-License-Identifier: Apache-2.0
#include <cmath>
#include <cstdint>

#include "models/ptx/opcodes/by_type.hpp"
#include "models/ptx/opcodes/half.hpp"
#include "models/ptx/opcodes/lanes.hpp"

/// Arithmetic of f16, bf16 and pairs of them. Each operation is exact in double precision, or is rounded to
/// odd there, so that the rounding to the format is the only one that counts.
namespace heddle::ptx {
namespace {

double add(double a, double b) { return sum_to_odd(a, b); }
double sub(double a, double b) { return sum_to_odd(a, -b); }
double mul(double a, double b) { return a * b; }
double fused(double a, double b, double c) { return sum_to_odd(a * b, c); }
double negated(double a) { return -a; }
double magnitude(double a) { return std::fabs(a); }
double power_of_two(double a) { return std::exp2(a); }
double hyperbolic(double a) { return std::tanh(a); }

/// Applies F to values of format H, with the opcode's .ftz, .sat and .relu.
template <class H, auto F>
struct Operation;

template <class H, class... A, double (*F)(A...)>
struct Operation<H, F> {
  static H one(const Modifiers& m, std::conditional_t<true, H, A>... a) {
    double value = F(widen(m.flush ? flushed(a) : a)...);
    if (m.saturate) value = saturated(value);
    if (m.relu && value <= 0) value = 0;
    const H result = narrow<H>(value);
    return m.flush ? flushed(result) : result;
  }
  static std::uint32_t two(const Modifiers& m, std::conditional_t<true, std::uint32_t, A>... a) {
    const H low = one(m, static_cast<H>(a & 0xffff)...), high = one(m, static_cast<H>(a >> 16)...);
    return std::uint32_t{static_cast<std::uint16_t>(high)} << 16 | static_cast<std::uint16_t>(low);
  }
};

template <auto F>
void compute(const Spelling& s, Instruction& i) {
  switch (s.types[0]) {
    case Type::f16:
      i.execute = lanewise_informed<Operation<Half, F>::one>();
      return;
    case Type::f16x2:
      i.execute = lanewise_informed<Operation<Half, F>::two>();
      return;
    case Type::bf16:
      i.execute = lanewise_informed<Operation<Brain, F>::one>();
      return;
    default:
      i.execute = lanewise_informed<Operation<Brain, F>::two>();
  }
}

const Opcode rows[] = {
    {"add.rn?.ftz?.sat?.f16|f16x2", "=0 0 0", Unit::sp, compute<add>},
    {"add.rn?.bf16|bf16x2", "=0 0 0", Unit::sp, compute<add>},
    {"sub.rn?.ftz?.sat?.f16|f16x2", "=0 0 0", Unit::sp, compute<sub>},
    {"sub.rn?.bf16|bf16x2", "=0 0 0", Unit::sp, compute<sub>},
    {"mul.rn?.ftz?.sat?.f16|f16x2", "=0 0 0", Unit::sp, compute<mul>},
    {"mul.rn?.bf16|bf16x2", "=0 0 0", Unit::sp, compute<mul>},
    {"fma.rn.ftz?.sat|relu?.f16|f16x2", "=0 0 0 0", Unit::sp, compute<fused>},
    {"fma.rn.relu?.bf16|bf16x2", "=0 0 0 0", Unit::sp, compute<fused>},
    {"neg.ftz?.f16|f16x2", "=0 0", Unit::sp, compute<negated>},
    {"neg.bf16|bf16x2", "=0 0", Unit::sp, compute<negated>},
    {"abs.ftz?.f16|f16x2", "=0 0", Unit::sp, compute<magnitude>},
    {"abs.bf16|bf16x2", "=0 0", Unit::sp, compute<magnitude>},
    {"ex2.approx.f16|f16x2", "=0 0", Unit::sfu, compute<power_of_two>},
    {"ex2.approx.ftz.bf16|bf16x2", "=0 0", Unit::sfu, compute<power_of_two>},
    {"tanh.approx.f16|f16x2|bf16|bf16x2", "=0 0", Unit::sfu, compute<hyperbolic>},
};
[[maybe_unused]] const bool added = add_opcodes(rows);

}  // namespace
}  // namespace heddle::ptx
