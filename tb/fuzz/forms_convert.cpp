#include <cmath>

#include "tb/fuzz/form_rows.hpp"

/// Conversions between integers and floats. The operands' registers have the width of the types; what is
/// narrower than 16 bits stands in a b16 or b32 register, and a result is extended to the register's width.
namespace heddle::fuzz {
namespace {

template <class D>
constexpr s128 least = std::is_signed_v<D> ? -(s128{1} << (8 * sizeof(D) - 1)) : 0;
template <class D>
constexpr s128 most = (s128{1} << (8 * sizeof(D) - (std::is_signed_v<D> ? 1 : 0))) - 1;

/// R is the register's type, of D's sign and at least D's width.
template <class D, class R, class S>
R cut(S a) {
  return static_cast<R>(static_cast<D>(a));
}
template <class D, class R, class S>
R clamped(S a) {
  const s128 v = static_cast<s128>(a);
  return static_cast<R>(v < least<D> ? least<D> : v > most<D> ? most<D> : v);
}

enum class Toward { nearest, zero, down, up };
template <Toward toward, class S>
S integral(S a) {
  const S below = std::floor(a);
  if (toward == Toward::down || below == a) return below;
  if (toward == Toward::up) return below + 1;
  if (toward == Toward::zero) return a < 0 ? below + 1 : below;
  const S part = a - below;
  const bool odd = std::fmod(below, S{2}) != 0;
  return part > S{0.5} || (part == S{0.5} && odd) ? below + 1 : below;
}
/// Zeros keep their sign.
template <Toward toward, class S>
S integral_float(S a) {
  if (!std::isfinite(a)) return a;
  return std::copysign(integral<toward>(a), a);
}
/// As the ISA says of cvt: clamped, NaN to 0 between 32-bit types and else to the top bit.
template <class D, Toward toward, class S>
D to_integer(S a) {
  if (std::isnan(a))
    return sizeof(S) == 8 || sizeof(D) == 8 ? static_cast<D>(u64{1} << (8 * sizeof(D) - 1)) : D{0};
  if (std::isinf(a) || std::fabs(a) > S(0x1p80)) return static_cast<D>(a < 0 ? least<D> : most<D>);
  const s128 v = static_cast<s128>(integral<toward>(a));
  return static_cast<D>(v < least<D> ? least<D> : v > most<D> ? most<D> : v);
}

/// An integer rounded by the processor in the given mode.
template <class D, int mode, class S>
[[gnu::noinline]] D to_float(S a) {
  const int before = std::fegetround();
  std::fesetround(mode);
  volatile S in = a;
  volatile D out = static_cast<D>(in);
  std::fesetround(before);
  return out;
}

#define NARROW(d, D, R, k)                                                       \
  {"cvt." d ".u16", k ":h", Family::move, scalar<cut<D, R, u16>>},               \
      {"cvt." d ".s16", k ":h", Family::move, scalar<cut<D, R, s16>>},           \
      {"cvt." d ".u32", k ":r", Family::move, scalar<cut<D, R, u32>>},           \
      {"cvt." d ".s32", k ":r", Family::move, scalar<cut<D, R, s32>>},           \
      {"cvt." d ".u64", k ":d", Family::move, scalar<cut<D, R, u64>>},           \
      {"cvt." d ".s64", k ":d", Family::move, scalar<cut<D, R, s64>>},           \
      {"cvt.sat." d ".s16", k ":h", Family::move, scalar<clamped<D, R, s16>>},   \
      {"cvt.sat." d ".s32", k ":r", Family::move, scalar<clamped<D, R, s32>>},   \
      {"cvt.sat." d ".u32", k ":r", Family::move, scalar<clamped<D, R, u32>>}, { \
    "cvt.sat." d ".s64", k ":d", Family::move, scalar<clamped<D, R, s64>>        \
  }
#define TO_INTEGER(d, D, k)                                                                          \
  {"cvt.rni." d ".f32", k ":f", Family::move, scalar<to_integer<D, Toward::nearest, float>>},        \
      {"cvt.rzi." d ".f32", k ":f", Family::move, scalar<to_integer<D, Toward::zero, float>>},       \
      {"cvt.rmi." d ".f32", k ":f", Family::move, scalar<to_integer<D, Toward::down, float>>},       \
      {"cvt.rpi." d ".f32", k ":f", Family::move, scalar<to_integer<D, Toward::up, float>>},         \
      {"cvt.rni." d ".f64", k ":g", Family::real, scalar<to_integer<D, Toward::nearest, double>>}, { \
    "cvt.rzi." d ".f64", k ":g", Family::real, scalar<to_integer<D, Toward::zero, double>>           \
  }
#define TO_FLOAT(s, S, k)                                                                 \
  {"cvt.rn.f32." s, "f:" k, Family::move, scalar<to_float<float, FE_TONEAREST, S>>},      \
      {"cvt.rz.f32." s, "f:" k, Family::move, scalar<to_float<float, FE_TOWARDZERO, S>>}, \
      {"cvt.rm.f32." s, "f:" k, Family::move, scalar<to_float<float, FE_DOWNWARD, S>>},   \
      {"cvt.rp.f32." s, "f:" k, Family::move, scalar<to_float<float, FE_UPWARD, S>>}, {   \
    "cvt.rn.f64." s, "g:" k, Family::real, scalar<to_float<double, FE_TONEAREST, S>>      \
  }

const Form rows[] = {
    NARROW("u8", std::uint8_t, u32, "r"),
    NARROW("s8", std::int8_t, s32, "r"),
    NARROW("u16", u16, u16, "h"),
    NARROW("s16", s16, s16, "h"),
    NARROW("u32", u32, u32, "r"),
    NARROW("s32", s32, s32, "r"),
    NARROW("u64", u64, u64, "d"),
    NARROW("s64", s64, s64, "d"),
    TO_INTEGER("u16", u16, "h"),
    TO_INTEGER("s16", s16, "h"),
    TO_INTEGER("u32", u32, "r"),
    TO_INTEGER("s32", s32, "r"),
    TO_INTEGER("u64", u64, "d"),
    TO_INTEGER("s64", s64, "d"),
    TO_FLOAT("u16", u16, "h"),
    TO_FLOAT("s16", s16, "h"),
    TO_FLOAT("u32", u32, "r"),
    TO_FLOAT("s32", s32, "r"),
    TO_FLOAT("u64", u64, "d"),
    TO_FLOAT("s64", s64, "d"),
    {"cvt.f64.f32", "g:f", Family::real, scalar<+[](float a) { return static_cast<double>(a); }>},
    {"cvt.rn.f32.f64", "f:g", Family::real, scalar<to_float<float, FE_TONEAREST, double>>},
    {"cvt.rz.f32.f64", "f:g", Family::real, scalar<to_float<float, FE_TOWARDZERO, double>>},
    {"cvt.rni.f32.f32", "f:f", Family::single, scalar<integral_float<Toward::nearest, float>>},
    {"cvt.rzi.f32.f32", "f:f", Family::single, scalar<integral_float<Toward::zero, float>>},
    {"cvt.rmi.f32.f32", "f:f", Family::single, scalar<integral_float<Toward::down, float>>},
    {"cvt.rpi.f32.f32", "f:f", Family::single, scalar<integral_float<Toward::up, float>>},
    {"cvt.rmi.f64.f64", "g:g", Family::real, scalar<integral_float<Toward::down, double>>},
};
[[maybe_unused]] const bool added = add_forms(rows);

}  // namespace
}  // namespace heddle::fuzz
