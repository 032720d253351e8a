#include <cmath>

#include "tb/fuzz/form_rows.hpp"

/// Half precision: exact sums and products in fixed point, rounded once.
namespace heddle::fuzz {
namespace {

constexpr u16 not_a_number = 0x7fff, infinity = 0x7c00;

bool is_nan(u16 h) { return (h & 0x7fff) > infinity; }
bool is_infinite(u16 h) { return (h & 0x7fff) == infinity; }
bool negative(u16 h) { return (h & 0x8000) != 0; }

/// Of a finite number, in units of 2^-24.
s64 units(u16 h) {
  const s64 exponent = h >> 10 & 31, fraction = h & 1023;
  const s64 size = exponent == 0 ? fraction : (1024 + fraction) << (exponent - 1);
  return negative(h) ? -size : size;
}

constexpr int point = 60;  ///< bits behind the point of the numbers that are rounded

/// To nearest, ties to even. `zero`: what an exact zero becomes.
u16 rounded(s128 v, u16 zero) {
  if (v == 0) return zero;
  const u16 sign = v < 0 ? 0x8000 : 0;
  const u128 size = static_cast<u128>(v < 0 ? -v : v);
  int width = 0;
  while (size >> width != 0) ++width;
  const int least = point - 24, shift = width - 11 > least ? width - 11 : least;
  u128 kept = size >> shift;
  const u128 rest = size - (kept << shift), half = u128{1} << (shift - 1);
  if (rest > half || (rest == half && (kept & 1) != 0)) ++kept;
  const u128 bits = (static_cast<u128>(shift - least) << 10) + kept;
  return static_cast<u16>(sign | (bits >= infinity ? infinity : static_cast<u16>(bits)));
}

/// a * b + c; without a product, b is one.
u16 fused(u16 a, u16 b, u16 c) {
  if (is_nan(a) || is_nan(b) || is_nan(c)) return not_a_number;
  const bool sign = negative(a) != negative(b);
  if (is_infinite(a) || is_infinite(b)) {
    if ((a & 0x7fff) == 0 || (b & 0x7fff) == 0) return not_a_number;
    if (is_infinite(c) && negative(c) != sign) return not_a_number;
    return static_cast<u16>(infinity | (sign ? 0x8000 : 0));
  }
  if (is_infinite(c)) return c;
  const s128 v =
      (s128{units(a)} * units(b) * (s128{1} << (point - 48))) + (s128{units(c)} * (s128{1} << (point - 24)));
  return rounded(v, sign && negative(c) ? 0x8000 : 0);
}
u16 sum(u16 a, u16 b) { return fused(a, 0x3c00, b); }
u16 difference(u16 a, u16 b) { return is_nan(b) ? not_a_number : sum(a, b ^ 0x8000); }
u16 product(u16 a, u16 b) {
  if (is_nan(a) || is_nan(b) || is_infinite(a) || is_infinite(b)) return fused(a, b, 0);
  const u16 zero = negative(a) != negative(b) ? 0x8000 : 0;
  const s128 v = s128{units(a)} * units(b) * (s128{1} << (point - 48));
  return rounded(v, zero);
}
u16 flush(u16 a) { return (a & infinity) == 0 ? a & 0x8000 : a; }
template <u16 (*f)(u16, u16)>
u16 flushed(u16 a, u16 b) {
  return flush(f(flush(a), flush(b)));
}

/// Exact.
double widened(u16 h) {
  if (is_nan(h)) return NAN;
  if (is_infinite(h)) return negative(h) ? -HUGE_VAL : HUGE_VAL;
  return std::copysign(std::ldexp(static_cast<double>(units(h)), -24), negative(h) ? -1.0 : 1.0);
}
u16 narrowed(float a) {
  if (std::isnan(a)) return not_a_number;
  const u16 sign = std::signbit(a) ? 0x8000 : 0;
  if (std::fabs(a) > 1.0e6f) return sign | infinity;
  if (std::fabs(a) < 0x1p-26f) return sign;
  return rounded(static_cast<s128>(std::ldexp(double{a}, point)), sign);
}

u16 lesser(u16 a, u16 b) {
  if (is_nan(a)) return is_nan(b) ? not_a_number : b;
  if (is_nan(b)) return a;
  const double x = widened(a), y = widened(b);
  return x < y || (x == y && negative(a)) ? a : b;
}
u16 greater(u16 a, u16 b) {
  if (is_nan(a)) return is_nan(b) ? not_a_number : b;
  if (is_nan(b)) return a;
  const double x = widened(a), y = widened(b);
  return x > y || (x == y && !negative(a)) ? a : b;
}

#define COMPARE(op, condition)                                                               \
  {"setp." op ".f16", "p:xx", Family::half, scalar<+[](u16 x, u16 y) -> bool {               \
     const double a = widened(x), b = widened(y);                                            \
     return (condition);                                                                     \
   }>},                                                                                      \
  {                                                                                          \
    "setp." op ".and.f16", "p:xxp", Family::half, scalar<+[](u16 x, u16 y, bool p) -> bool { \
      const double a = widened(x), b = widened(y);                                           \
      return (p && (condition));                                                             \
    }>                                                                                       \
  }

const Form rows[] = {
    {"add.f16", "x:xx", Family::half, scalar<sum>},
    {"sub.f16", "x:xx", Family::half, scalar<difference>},
    {"mul.f16", "x:xx", Family::half, scalar<product>},
    {"fma.rn.f16", "x:xxx", Family::half, scalar<fused>},
    {"add.ftz.f16", "x:xx", Family::half, scalar<flushed<sum>>},
    {"mul.ftz.f16", "x:xx", Family::half, scalar<flushed<product>>},
    {"min.f16", "x:xx", Family::half, scalar<lesser>},
    {"max.f16", "x:xx", Family::half, scalar<greater>},
    {"neg.f16", "x:x", Family::half, scalar<+[](u16 a) { return static_cast<u16>(a ^ 0x8000); }>},
    {"abs.f16", "x:x", Family::half, scalar<+[](u16 a) { return static_cast<u16>(a & 0x7fff); }>},
    {"cvt.f32.f16", "f:x", Family::half, scalar<+[](u16 a) { return static_cast<float>(widened(a)); }>},
    {"cvt.rn.f16.f32", "x:f", Family::half, scalar<narrowed>},
    {"mov.b16", "x:x", Family::half, scalar<+[](u16 a) { return a; }>},
    {"mov.b16", "h:x", Family::half, scalar<+[](u16 a) { return a; }>},
    {"mov.b16", "x:h", Family::half, scalar<+[](u16 a) { return a; }>},
    {"selp.b16", "x:xxp", Family::half, scalar<+[](u16 a, u16 b, bool p) { return (p ? a : b); }>},
    COMPARE("eq", a == b),
    COMPARE("ne", a<b || a> b),
    COMPARE("lt", a < b),
    COMPARE("ge", a >= b),
    COMPARE("neu", !(a == b)),
    COMPARE("gtu", !(a <= b)),
};
[[maybe_unused]] const bool added = add_forms(rows);

}  // namespace
}  // namespace heddle::fuzz
