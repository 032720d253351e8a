// SPDX-License-Identifier: Apache-2.0
#include <bit>
#include <cmath>
#include <cstdint>
#include <limits>

#include "models/ptx/opcodes/by_type.hpp"
#include "models/ptx/opcodes/lanes.hpp"

/// IEEE arithmetic and the approximate functions. The approximate ones are computed in double precision and
/// rounded once: this lies within every error bound that PTX states for them, but is not bit for bit what a
/// GPU's tables give (README.md: how far an H200's lie apart). DraftBuilder sends all fp64 operations to the
/// DP pipeline, whatever unit their row names.
namespace heddle::ptx {
namespace {

// Which NaN a result of 64 bits is, PTX leaves open. These are an H200's (tests/hardware): an operand's, made
// quiet; of two, the second; of a fused product and sum, the third ahead of the first. The processor that
// this runs on takes the first of two, and a compiler may exchange them.
template <class T>
T of_two_nans(T a, T b, T result) {
  if constexpr (sizeof(T) == 8) return b != b ? quiet(b) : a != a ? quiet(a) : result;
  return result;
}
template <class T>
T add(T a, T b) {
  return of_two_nans(a, b, a + b);
}
template <class T>
T sub(T a, T b) {
  return of_two_nans(a, b, a - b);
}
template <class T>
T mul(T a, T b) {
  return of_two_nans(a, b, a * b);
}
template <class T>
T divide(T a, T b) {
  return a / b;
}
template <class T>
T fused(T a, T b, T c) {
  if constexpr (sizeof(T) == 8)
    if (a != a || b != b || c != c) return of_two_nans(c != c ? c : a, b, a);
  return std::fma(a, b, c);
}
template <class T>
T reciprocal(T a) {
  return T{1} / a;
}
template <class T>
T root(T a) {
  return std::sqrt(a);
}

/// A NaN keeps its sign: the GPU negates by subtracting.
template <class T>
T negated(T a) {
  return a != a ? quiet(a) : -a;
}
template <class T>
T magnitude(T a) {
  return a != a ? quiet(a) : std::fabs(a);
}

template <class U>
constexpr U sign_bit = U{1} << (8 * sizeof(U) - 1);
/// copysign takes the sign from the first operand in PTX.
template <class U>
U copy_sign(U a, U b) {
  return (a & sign_bit<U>) | (b & ~sign_bit<U>);
}

/// a * (1/b) with a reciprocal below the normal numbers flushed to zero: |b| above 2^126 gives 0, as PTX
/// says.
float divide_approx(float a, float b) {
  const double inverse = 1.0 / b;
  const bool small = std::fabs(inverse) < std::numeric_limits<float>::min();
  return static_cast<float>(a * (small ? std::copysign(0.0, inverse) : inverse));
}
template <double (*F)(double)>
float in_double(float a) {
  return static_cast<float>(F(a));
}
double inverse_root(double a) { return 1.0 / std::sqrt(a); }

/// What a positive angle leaves of whole turns, from 0 to 1: as a GPU finds it, from the angle times 1 / (2
/// pi) in single precision, rounded toward zero and flushed. Beyond 2^24 turns nothing is left.
double part_of_turn(double angle) {
  const auto product = std::bit_cast<std::uint64_t>(angle * double{0x1.45f306p-3f});  // exact
  const double turns = std::bit_cast<double>(product & ~((std::uint64_t{1} << 29) - 1));
  return flushed(static_cast<float>(turns)) - std::trunc(turns);
}
/// The sine of a positive angle and `quarters` quarter turns. A GPU's table has 2^23 steps for a quarter; the
/// second and the fourth are looked up backward, by inverted bits, as an H200 showed.
double sine_beyond(double angle, std::uint32_t quarters) {
  const double part = part_of_turn(angle);
  if (part != part) return part;
  const std::uint32_t steps = static_cast<std::uint32_t>(part * 0x1p25) + (quarters << 23);
  const std::uint32_t last = (1u << 23) - 1, step = steps & last;
  const double sine = std::sin((steps >> 23 & 1 ? last - step : step) * (6.283185307179586 * 0x1p-25));
  return steps >> 24 & 1 ? -sine : sine;
}
double sine(double a) { return std::copysign(1.0, a) * sine_beyond(std::fabs(a), 0); }
double cosine(double a) { return sine_beyond(std::fabs(a), 1); }

template <auto F>
constexpr Semantics approximate = always([](Instruction& i) { return lanewise_modified<in_double<F>>(i); });

/// Only the upper word of the operand and of the double result is defined; the lower word of the result is
/// zero. A NaN is the one of single precision, in the upper word.
template <double (*F)(double)>
double upper_word(double a) {
  const std::uint64_t top = ~std::uint64_t{0} << 32;
  const double operand = std::bit_cast<double>(std::bit_cast<std::uint64_t>(a) & top);
  const double result = flushed(F(flushed(operand)));
  if (result != result) return std::bit_cast<double>(std::uint64_t{0x7fffffff} << 32);
  return std::bit_cast<double>(std::bit_cast<std::uint64_t>(result) & top);
}

template <class T>
using Bits = std::conditional_t<sizeof(T) == 8, std::uint64_t, std::uint32_t>;

const Opcode rows[] = {
    {"add.#rnd?.ftz?.sat?.f32", "=0 0 0", Unit::sp, EACH_MODIFIED(Floats, add)},
    {"add.#rnd?.f64", "=0 0 0", Unit::dp, EACH_MODIFIED(Floats, add)},
    {"sub.#rnd?.ftz?.sat?.f32", "=0 0 0", Unit::sp, EACH_MODIFIED(Floats, sub)},
    {"sub.#rnd?.f64", "=0 0 0", Unit::dp, EACH_MODIFIED(Floats, sub)},
    {"mul.#rnd?.ftz?.sat?.f32", "=0 0 0", Unit::sp, EACH_MODIFIED(Floats, mul)},
    {"mul.#rnd?.f64", "=0 0 0", Unit::dp, EACH_MODIFIED(Floats, mul)},
    {"fma.#rnd.ftz?.sat?.f32", "=0 0 0 0", Unit::sp, EACH_MODIFIED(Floats, fused)},
    {"fma.#rnd.f64", "=0 0 0 0", Unit::dp, EACH_MODIFIED(Floats, fused)},
    {"mad.#rnd?.ftz?.sat?.f32", "=0 0 0 0", Unit::sp, EACH_MODIFIED(Floats, fused)},
    {"mad.#rnd?.f64", "=0 0 0 0", Unit::dp, EACH_MODIFIED(Floats, fused)},
    {"div.#rnd.ftz?.f32", "=0 0 0", Unit::sfu, EACH_MODIFIED(Floats, divide)},
    {"div.#rnd.f64", "=0 0 0", Unit::dp, EACH_MODIFIED(Floats, divide)},
    {"div.full.ftz?.f32", "=0 0 0", Unit::sfu, EACH_MODIFIED(Floats, divide)},
    {"div.approx.ftz?.f32", "=0 0 0", Unit::sfu, ALWAYS_MODIFIED(divide_approx)},
    {"rcp.approx|rn|rz|rm|rp.ftz?.f32", "=0 0", Unit::sfu, EACH_MODIFIED(Floats, reciprocal)},
    {"rcp.#rnd.f64", "=0 0", Unit::dp, EACH_MODIFIED(Floats, reciprocal)},
    {"rcp.approx.ftz.f64", "=0 0", Unit::dp, ALWAYS(upper_word<reciprocal<double>>)},
    {"sqrt.approx|rn|rz|rm|rp.ftz?.f32", "=0 0", Unit::sfu, EACH_MODIFIED(Floats, root)},
    {"sqrt.#rnd.f64", "=0 0", Unit::dp, EACH_MODIFIED(Floats, root)},
    {"rsqrt.approx.ftz?.f32", "=0 0", Unit::sfu, approximate<inverse_root>},
    {"rsqrt.approx.ftz.f64", "=0 0", Unit::dp, ALWAYS(upper_word<inverse_root>)},
    {"rsqrt.approx.f64", "=0 0", Unit::dp, ALWAYS(inverse_root)},
    {"ex2.approx.ftz?.f32", "=0 0", Unit::sfu, approximate<static_cast<double (*)(double)>(std::exp2)>},
    {"lg2.approx.ftz?.f32", "=0 0", Unit::sfu, approximate<static_cast<double (*)(double)>(std::log2)>},
    {"sin.approx.ftz?.f32", "=0 0", Unit::sfu, approximate<sine>},
    {"cos.approx.ftz?.f32", "=0 0", Unit::sfu, approximate<cosine>},
    {"tanh.approx.f32", "=0 0", Unit::sfu, approximate<static_cast<double (*)(double)>(std::tanh)>},
    {"neg.ftz?.f32", "=0 0", Unit::sp, EACH_MODIFIED(Floats, negated)},
    {"neg.f64", "=0 0", Unit::sp, EACH_MODIFIED(Floats, negated)},
    {"abs.ftz?.f32", "=0 0", Unit::sp, EACH_MODIFIED(Floats, magnitude)},
    {"abs.f64", "=0 0", Unit::sp, EACH_MODIFIED(Floats, magnitude)},
    {"copysign.f32|f64", "=0 0 0", Unit::sp,
     by_type<Floats>([]<class T>(Instruction&) { return lanewise<copy_sign<Bits<T>>>(); })},
};
[[maybe_unused]] const bool added = add_opcodes(rows);

}  // namespace
}  // namespace heddle::ptx
