#include <bit>
#include <cmath>
#include <cstdint>
#include <limits>

#include "models/ptx/by_type.hpp"
#include "models/ptx/lanes.hpp"

/// IEEE arithmetic and the approximate functions. The approximate ones are computed in double precision and
/// rounded once: this lies within every error bound that PTX states for them, but is not bit for bit what a
/// GPU's tables give. DraftBuilder sends all fp64 operations to the DP pipeline, whatever unit their row
/// names.
namespace heddle::ptx {
namespace {

template <class T>
T add(T a, T b) {
  return a + b;
}
template <class T>
T sub(T a, T b) {
  return a - b;
}
template <class T>
T mul(T a, T b) {
  return a * b;
}
template <class T>
T divide(T a, T b) {
  return a / b;
}
template <class T>
T fused(T a, T b, T c) {
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

// Operations on the sign work on bits, so that a NaN keeps its payload.
template <class U>
constexpr U sign_bit = U{1} << (8 * sizeof(U) - 1);
template <class U>
U negated(U a) {
  return a ^ sign_bit<U>;
}
template <class U>
U magnitude(U a) {
  return a & ~sign_bit<U>;
}
/// copysign takes the sign from the first operand in PTX.
template <class U>
U copy_sign(U a, U b) {
  return (a & sign_bit<U>) | (b & ~sign_bit<U>);
}

/// a * (1/b) with a subnormal reciprocal flushed to zero: |b| above 2^126 gives 0, as PTX says.
float divide_approx(float a, float b) { return a * flushed(1.0f / b); }
template <double (*F)(double)>
float in_double(float a) {
  return static_cast<float>(F(a));
}
double inverse_root(double a) { return 1.0 / std::sqrt(a); }
template <auto F>
constexpr Semantics approximate = always([](Instruction& i) { return lanewise_modified<in_double<F>>(i); });

/// Only the upper word of the operand and of the double result is defined; the lower word of the result is
/// zero.
template <double (*F)(double)>
double upper_word(double a) {
  const std::uint64_t top = ~std::uint64_t{0} << 32;
  const double operand = std::bit_cast<double>(std::bit_cast<std::uint64_t>(a) & top);
  return std::bit_cast<double>(std::bit_cast<std::uint64_t>(flushed(F(flushed(operand)))) & top);
}

template <class T>
using Bits = std::conditional_t<sizeof(T) == 8, std::uint64_t, std::uint32_t>;
#define ON_BITS(f)                                                                            \
  by_type<Floats>([]<class T>(Instruction& i) {                                               \
    return i.modifiers.flush ? lanewise_modified<f##_flushed<T>>(i) : lanewise<f<Bits<T>>>(); \
  })
template <class T>
T negated_flushed(T a) {
  return -a;
}
template <class T>
T magnitude_flushed(T a) {
  return std::fabs(a);
}

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
    {"sin.approx.ftz?.f32", "=0 0", Unit::sfu, approximate<static_cast<double (*)(double)>(std::sin)>},
    {"cos.approx.ftz?.f32", "=0 0", Unit::sfu, approximate<static_cast<double (*)(double)>(std::cos)>},
    {"tanh.approx.f32", "=0 0", Unit::sfu, approximate<static_cast<double (*)(double)>(std::tanh)>},
    {"neg.ftz?.f32", "=0 0", Unit::sp, ON_BITS(negated)},
    {"neg.f64", "=0 0", Unit::sp, ON_BITS(negated)},
    {"abs.ftz?.f32", "=0 0", Unit::sp, ON_BITS(magnitude)},
    {"abs.f64", "=0 0", Unit::sp, ON_BITS(magnitude)},
    {"copysign.f32|f64", "=0 0 0", Unit::sp,
     by_type<Floats>([]<class T>(Instruction&) { return lanewise<copy_sign<Bits<T>>>(); })},
};
[[maybe_unused]] const bool added = add_opcodes(rows);

}  // namespace
}  // namespace heddle::ptx
