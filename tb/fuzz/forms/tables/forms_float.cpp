// SPDX-License-Identifier: Apache-2.0
#include "tb/fuzz/forms/modifiers.hpp"

/// Float arithmetic of 32 and 64 bits. PTX does not say which NaN a 64-bit result is: kernels make it
/// canonical before they use its bits.
namespace heddle::fuzz {
namespace {

/// Sets the processor's rounding mode during its lifetime.
class Mode {
 public:
  explicit Mode(int mode) : before_(std::fegetround()) { std::fesetround(mode); }
  ~Mode() { std::fesetround(before_); }
  Mode(const Mode&) = delete;

 private:
  int before_;
};

// The operands are volatile, so that nothing is computed before the mode is set or after it is restored.
#define OPERATION(name, expression)    \
  template <class T, int mode>         \
  [[gnu::noinline]] T name(T x, T y) { \
    const Mode scope(mode);            \
    volatile T a = x, b = y;           \
    (void)b;                           \
    volatile T result = expression;    \
    return result;                     \
  }
OPERATION(sum, a + b)
OPERATION(difference, a - b)
OPERATION(product, a* b)
OPERATION(quotient, a / b)
OPERATION(inverse, T{1} / a)
OPERATION(root, std::sqrt(a))
template <class T, int mode>
[[gnu::noinline]] T fused(T x, T y, T z) {
  const Mode scope(mode);
  volatile T a = x, b = y, c = z;
  volatile T result = std::fma(a, b, c);
  return result;
}
template <class T, int mode>
T one_inverse(T a) {
  return inverse<T, mode>(a, a);
}
template <class T, int mode>
T one_root(T a) {
  return root<T, mode>(a, a);
}

/// The front end's rule for approximate functions: computed in double precision, rounded once.
template <double (*f)(double)>
float once_rounded(float a) {
  return static_cast<float>(f(a));
}
double inverse_root(double a) { return 1 / std::sqrt(a); }
double exponential(double a) { return std::exp2(a); }
double logarithm(double a) { return std::log2(a); }
/// Turns have 24 bits, the rest being cut off, and are no subnormal number; whole ones are then left out, and
/// the rest has 25 bits behind the point.
double turns_of(double a) {
  int exponent = 0;
  const double turns = std::frexp(std::fabs(a) * double{0.15915494f}, &exponent);
  const double cut = std::ldexp(std::trunc(std::ldexp(turns, 24)), exponent - 24);
  return cut < 0x1p-126 ? 0 : std::floor(std::fmod(cut, 1.0) * 0x1p25) * 0x1p-25;
}
/// sin(2 pi x) of x from 0 to 1. In the second quarter the last step of the first is found, and so on.
double sine_of_turns(double x) {
  if (x >= 0.5) return -sine_of_turns(x - 0.5);
  return std::sin((x >= 0.25 ? 0.5 - 0x1p-25 - x : x) * 2 * M_PI);
}
double sine(double a) { return std::signbit(a) ? -sine_of_turns(turns_of(a)) : sine_of_turns(turns_of(a)); }
double cosine(double a) {
  const double x = turns_of(a);
  return sine_of_turns(x < 0.75 ? x + 0.25 : x - 0.75);
}

/// An operation with all suffixes. The argument f is in parentheses, because it contains commas.
#define SUFFIXED(op, k, f)                                                                                 \
  {op ".f32", "f:" k, Family::single, scalar<f>}, {op ".ftz.f32", "f:" k, Family::single, scalar<ftz<f>>}, \
      {op ".sat.f32", "f:" k, Family::single, scalar<sat<f>>}, {                                           \
    op ".ftz.sat.f32", "f:" k, Family::single, scalar<ftz<sat<f>>>                                         \
  }
#define FLUSHED(op, k, f)                                           \
  {op ".f32", "f:" k, Family::special_function, scalar<f>}, {       \
    op ".ftz.f32", "f:" k, Family::special_function, scalar<ftz<f>> \
  }
#define ROUNDED(r, mode)                                                                                    \
  SUFFIXED("add." r, "ff", (sum<float, mode>)), SUFFIXED("sub." r, "ff", (difference<float, mode>)),        \
      SUFFIXED("mul." r, "ff", (product<float, mode>)), SUFFIXED("fma." r, "fff", (fused<float, mode>)),    \
      SUFFIXED("mad." r, "fff", (fused<float, mode>)), FLUSHED("div." r, "ff", (quotient<float, mode>)),    \
      FLUSHED("rcp." r, "f", (one_inverse<float, mode>)), FLUSHED("sqrt." r, "f", (one_root<float, mode>)), \
      {"add." r ".f64", "g:gg", Family::real, scalar<sum<double, mode>>},                                   \
      {"sub." r ".f64", "g:gg", Family::real, scalar<difference<double, mode>>},                            \
      {"mul." r ".f64", "g:gg", Family::real, scalar<product<double, mode>>},                               \
      {"fma." r ".f64", "g:ggg", Family::real, scalar<fused<double, mode>>},                                \
      {"mad." r ".f64", "g:ggg", Family::real, scalar<fused<double, mode>>},                                \
      {"div." r ".f64", "g:gg", Family::real, scalar<quotient<double, mode>>},                              \
      {"rcp." r ".f64", "g:g", Family::real, scalar<one_inverse<double, mode>>}, {                          \
    "sqrt." r ".f64", "g:g", Family::real, scalar<one_root<double, mode>>                                   \
  }

const Form rows[] = {
    ROUNDED("rn", FE_TONEAREST),
    ROUNDED("rz", FE_TOWARDZERO),
    ROUNDED("rm", FE_DOWNWARD),
    ROUNDED("rp", FE_UPWARD),
    SUFFIXED("add", "ff", (sum<float, FE_TONEAREST>)),
    SUFFIXED("sub", "ff", (difference<float, FE_TONEAREST>)),
    SUFFIXED("mul", "ff", (product<float, FE_TONEAREST>)),
    {"add.f64", "g:gg", Family::real, scalar<sum<double, FE_TONEAREST>>},
    {"sub.f64", "g:gg", Family::real, scalar<difference<double, FE_TONEAREST>>},
    {"mul.f64", "g:gg", Family::real, scalar<product<double, FE_TONEAREST>>},
    {"neg.ftz.f32", "f:f", Family::single, scalar<ftz<+[](float a) { return -a; }>>},
    {"abs.ftz.f32", "f:f", Family::single, scalar<ftz<+[](float a) { return std::fabs(a); }>>},
    {"neg.f32", "f:f", Family::single, scalar<+[](float a) { return -a; }>},
    {"abs.f32", "f:f", Family::single, scalar<+[](float a) { return std::fabs(a); }>},
    {"neg.f64", "g:g", Family::real, scalar<+[](double a) { return -a; }>},
    {"abs.f64", "g:g", Family::real, scalar<+[](double a) { return std::fabs(a); }>},
    {"copysign.f32", "f:Ff", Family::single,
     scalar<+[](u32 a, u32 b) { return (a & 0x80000000u) | (b & 0x7fffffffu); }>},
    {"copysign.f64", "g:Gg", Family::real,
     scalar<+[](u64 a, u64 b) { return (a >> 63 << 63) | (b << 1 >> 1); }>},
    {"div.full.f32", "f:ff", Family::special_function, scalar<quotient<float, FE_TONEAREST>>, true},
    {"rcp.approx.f32", "f:f", Family::special_function, scalar<one_inverse<float, FE_TONEAREST>>, true},
    {"sqrt.approx.f32", "f:f", Family::special_function, scalar<one_root<float, FE_TONEAREST>>, true},
    {"rsqrt.approx.f32", "f:f", Family::special_function, scalar<once_rounded<inverse_root>>, true},
    {"rsqrt.approx.f64", "g:g", Family::special_function, scalar<inverse_root>, true},
    {"ex2.approx.f32", "f:f", Family::special_function, scalar<once_rounded<exponential>>, true},
    {"lg2.approx.f32", "f:f", Family::special_function, scalar<once_rounded<logarithm>>, true},
    {"sin.approx.f32", "f:f", Family::special_function, scalar<once_rounded<sine>>, true},
    {"cos.approx.f32", "f:f", Family::special_function, scalar<once_rounded<cosine>>, true},
};
[[maybe_unused]] const bool added = add_forms(rows);

}  // namespace
}  // namespace heddle::fuzz
