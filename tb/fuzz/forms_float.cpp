#include <cmath>

#include "tb/fuzz/form_rows.hpp"

/// Float arithmetic of 32 and 64 bits. Which NaN a 64-bit result is, is not said: who looks at its bits makes
/// it the canonical one first.
namespace heddle::fuzz {
namespace {

/// Sets the processor's rounding mode while it lives.
class Mode {
 public:
  explicit Mode(int mode) : before_(std::fegetround()) { std::fesetround(mode); }
  ~Mode() { std::fesetround(before_); }
  Mode(const Mode&) = delete;

 private:
  int before_;
};

// Volatile, so that nothing is computed before the mode is set or after it is given back.
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

/// Subnormals become zeros of their sign.
float flush(float a) { return std::fpclassify(a) == FP_SUBNORMAL ? std::copysign(0.0f, a) : a; }
/// Into [0, 1]; NaN becomes +0.
float saturate(float a) { return std::isnan(a) || a <= 0 ? 0.0f : a > 1 ? 1.0f : a; }

template <float (*f)(float, float)>
float flushed2(float a, float b) {
  return flush(f(flush(a), flush(b)));
}
template <float (*f)(float, float, float)>
float flushed3(float a, float b, float c) {
  return flush(f(flush(a), flush(b), flush(c)));
}
template <float (*f)(float, float)>
float saturated2(float a, float b) {
  return saturate(f(a, b));
}
template <float (*f)(float, float, float)>
float saturated3(float a, float b, float c) {
  return saturate(f(a, b, c));
}

template <class T>
T lesser(T a, T b) {
  if (std::isnan(a)) return b;
  if (std::isnan(b)) return a;
  if (a == b) return std::signbit(a) ? a : b;
  return a < b ? a : b;
}
template <class T>
T greater(T a, T b) {
  if (std::isnan(a)) return b;
  if (std::isnan(b)) return a;
  if (a == b) return std::signbit(a) ? b : a;
  return a > b ? a : b;
}
/// .NaN: NaN wins.
template <float (*f)(float, float)>
float nan_wins(float a, float b) {
  return std::isnan(a) || std::isnan(b) ? std::numeric_limits<float>::quiet_NaN() : f(a, b);
}

/// What the front end documents for approximate functions: computed in double, rounded once.
template <double (*f)(double)>
float once_rounded(float a) {
  return static_cast<float>(f(a));
}
double inverse_root(double a) { return 1 / std::sqrt(a); }
double exponential(double a) { return std::exp2(a); }
double logarithm(double a) { return std::log2(a); }
double sine(double a) { return std::sin(a); }
double cosine(double a) { return std::cos(a); }

#define ROUNDED(r, mode)                                                                      \
  {"add." r ".f32", "f:ff", Family::single, scalar<sum<float, mode>>},                        \
      {"sub." r ".f32", "f:ff", Family::single, scalar<difference<float, mode>>},             \
      {"mul." r ".f32", "f:ff", Family::single, scalar<product<float, mode>>},                \
      {"fma." r ".f32", "f:fff", Family::single, scalar<fused<float, mode>>},                 \
      {"add." r ".ftz.f32", "f:ff", Family::single, scalar<flushed2<sum<float, mode>>>},      \
      {"mul." r ".ftz.f32", "f:ff", Family::single, scalar<flushed2<product<float, mode>>>},  \
      {"fma." r ".ftz.f32", "f:fff", Family::single, scalar<flushed3<fused<float, mode>>>},   \
      {"fma." r ".sat.f32", "f:fff", Family::single, scalar<saturated3<fused<float, mode>>>}, \
      {"div." r ".f32", "f:ff", Family::special_function, scalar<quotient<float, mode>>},     \
      {"rcp." r ".f32", "f:f", Family::special_function, scalar<one_inverse<float, mode>>},   \
      {"sqrt." r ".f32", "f:f", Family::special_function, scalar<one_root<float, mode>>},     \
      {"add." r ".f64", "g:gg", Family::real, scalar<sum<double, mode>>},                     \
      {"sub." r ".f64", "g:gg", Family::real, scalar<difference<double, mode>>},              \
      {"mul." r ".f64", "g:gg", Family::real, scalar<product<double, mode>>},                 \
      {"fma." r ".f64", "g:ggg", Family::real, scalar<fused<double, mode>>},                  \
      {"div." r ".f64", "g:gg", Family::real, scalar<quotient<double, mode>>},                \
      {"rcp." r ".f64", "g:g", Family::real, scalar<one_inverse<double, mode>>}, {            \
    "sqrt." r ".f64", "g:g", Family::real, scalar<one_root<double, mode>>                     \
  }

const Form rows[] = {
    ROUNDED("rn", FE_TONEAREST),
    ROUNDED("rz", FE_TOWARDZERO),
    ROUNDED("rm", FE_DOWNWARD),
    ROUNDED("rp", FE_UPWARD),
    {"add.sat.f32", "f:ff", Family::single, scalar<saturated2<sum<float, FE_TONEAREST>>>},
    {"sub.ftz.f32", "f:ff", Family::single, scalar<flushed2<difference<float, FE_TONEAREST>>>},
    {"mul.sat.f32", "f:ff", Family::single, scalar<saturated2<product<float, FE_TONEAREST>>>},
    {"min.f32", "f:ff", Family::single, scalar<lesser<float>>},
    {"max.f32", "f:ff", Family::single, scalar<greater<float>>},
    {"min.ftz.f32", "f:ff", Family::single, scalar<flushed2<lesser<float>>>},
    {"max.ftz.f32", "f:ff", Family::single, scalar<flushed2<greater<float>>>},
    {"min.NaN.f32", "f:ff", Family::single, scalar<nan_wins<lesser<float>>>},
    {"max.NaN.f32", "f:ff", Family::single, scalar<nan_wins<greater<float>>>},
    {"min.f64", "g:gg", Family::real, scalar<lesser<double>>},
    {"max.f64", "g:gg", Family::real, scalar<greater<double>>},
    {"neg.f32", "f:f", Family::single, scalar<+[](u32 a) { return a ^ 0x80000000u; }>},
    {"abs.f32", "f:f", Family::single, scalar<+[](u32 a) { return a & 0x7fffffffu; }>},
    {"neg.f64", "g:g", Family::real, scalar<+[](u64 a) { return a ^ u64 { 1 } << 63; }>},
    {"abs.f64", "g:g", Family::real, scalar<+[](u64 a) { return a & ~(u64{1} << 63); }>},
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
