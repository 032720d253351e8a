#include "tb/fuzz/convert_arithmetic.hpp"
#include "tb/fuzz/modifiers.hpp"

/// Conversions between integers and floats. An operand's register has the width of its type; types of 8 bits
/// use the low bits of a b16 or b32 register. A result is extended to the width of its register.
namespace heddle::fuzz {
namespace {

/// A source of 8 bits is the low byte of its register.
#define TRUNCATED(d, D, R, k)                                                 \
  {"cvt." d ".u8", k ":h", Family::move, scalar<cut<D, R, std::uint8_t>>},    \
      {"cvt." d ".s8", k ":h", Family::move, scalar<cut<D, R, std::int8_t>>}, \
      {"cvt." d ".u16", k ":h", Family::move, scalar<cut<D, R, u16>>},        \
      {"cvt." d ".s16", k ":h", Family::move, scalar<cut<D, R, s16>>},        \
      {"cvt." d ".u32", k ":r", Family::move, scalar<cut<D, R, u32>>},        \
      {"cvt." d ".s32", k ":r", Family::move, scalar<cut<D, R, s32>>},        \
      {"cvt." d ".u64", k ":d", Family::move, scalar<cut<D, R, u64>>}, {      \
    "cvt." d ".s64", k ":d", Family::move, scalar<cut<D, R, s64>>             \
  }
#define SATURATED(d, D, R, k)                                                     \
  {"cvt.sat." d ".s8", k ":h", Family::move, scalar<clamped<D, R, std::int8_t>>}, \
      {"cvt.sat." d ".s16", k ":h", Family::move, scalar<clamped<D, R, s16>>},    \
      {"cvt.sat." d ".s32", k ":r", Family::move, scalar<clamped<D, R, s32>>},    \
      {"cvt.sat." d ".u32", k ":r", Family::move, scalar<clamped<D, R, u32>>},    \
      {"cvt.sat." d ".u64", k ":d", Family::move, scalar<clamped<D, R, u64>>}, {  \
    "cvt.sat." d ".s64", k ":d", Family::move, scalar<clamped<D, R, s64>>         \
  }
#define NARROW(d, D, R, k) TRUNCATED(d, D, R, k), SATURATED(d, D, R, k)

/// R is the type of the register, to which D is extended.
#define ROUNDING_TO(r, toward, d, D, R, k)                                                          \
  {"cvt." r "." d ".f32", k ":f", Family::move, scalar<extended<R, to_integer<D, toward, float>>>}, \
      {"cvt." r ".ftz." d ".f32", k ":f", Family::move,                                             \
       scalar<extended<R, cvt_ftz<to_integer<D, toward, float>>>>},                                 \
  {                                                                                                 \
    "cvt." r "." d ".f64", k ":g", Family::real, scalar<extended<R, to_integer<D, toward, double>>> \
  }
#define TO_INTEGER(d, D, R, k)                                                                   \
  ROUNDING_TO("rni", Toward::nearest, d, D, R, k), ROUNDING_TO("rzi", Toward::zero, d, D, R, k), \
      ROUNDING_TO("rmi", Toward::down, d, D, R, k), ROUNDING_TO("rpi", Toward::up, d, D, R, k)

#define ROUNDING_FROM(r, mode, s, S, k)                                                        \
  {"cvt." r ".f32." s, "f:" k, Family::move, scalar<to_float<float, mode, S>>},                \
      {"cvt." r ".sat.f32." s, "f:" k, Family::move, scalar<sat<to_float<float, mode, S>>>}, { \
    "cvt." r ".f64." s, "g:" k, Family::real, scalar<to_float<double, mode, S>>                \
  }
#define TO_FLOAT(s, S, k)                                                                  \
  ROUNDING_FROM("rn", FE_TONEAREST, s, S, k), ROUNDING_FROM("rz", FE_TOWARDZERO, s, S, k), \
      ROUNDING_FROM("rm", FE_DOWNWARD, s, S, k), ROUNDING_FROM("rp", FE_UPWARD, s, S, k)

#define FROM_DOUBLE(r, mode)                                                                            \
  {"cvt." r ".f32.f64", "f:g", Family::real, scalar<to_float<float, mode, double>>},                    \
      {"cvt." r ".ftz.f32.f64", "f:g", Family::real, scalar<cvt_ftz<to_float<float, mode, double>>>}, { \
    "cvt." r ".sat.f32.f64", "f:g", Family::real, scalar<sat<to_float<float, mode, double>>>            \
  }
#define INTEGRAL(r, toward)                                                                         \
  {"cvt." r ".f32.f32", "f:f", Family::single, scalar<integral_float<toward, float>>},              \
      {"cvt." r ".ftz.f32.f32", "f:f", Family::single, scalar<ftz<integral_float<toward, float>>>}, \
      {"cvt." r ".sat.f32.f32", "f:f", Family::single, scalar<sat<integral_float<toward, float>>>}, \
      {"cvt." r ".f64.f64", "g:g", Family::real, scalar<integral_float<toward, double>>}, {         \
    "cvt." r ".sat.f64.f64", "g:g", Family::real, scalar<sat<integral_float<toward, double>>>       \
  }

template <class T, class S>
T same(S a) {
  return a;
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
    TO_INTEGER("u8", std::uint8_t, u32, "r"),
    TO_INTEGER("s8", std::int8_t, s32, "r"),
    TO_INTEGER("u16", u16, u16, "h"),
    TO_INTEGER("s16", s16, s16, "h"),
    TO_INTEGER("u32", u32, u32, "r"),
    TO_INTEGER("s32", s32, s32, "r"),
    TO_INTEGER("u64", u64, u64, "d"),
    TO_INTEGER("s64", s64, s64, "d"),
    TO_FLOAT("u8", std::uint8_t, "h"),
    TO_FLOAT("s8", std::int8_t, "h"),
    TO_FLOAT("u16", u16, "h"),
    TO_FLOAT("s16", s16, "h"),
    TO_FLOAT("u32", u32, "r"),
    TO_FLOAT("s32", s32, "r"),
    TO_FLOAT("u64", u64, "d"),
    TO_FLOAT("s64", s64, "d"),
    FROM_DOUBLE("rn", FE_TONEAREST),
    FROM_DOUBLE("rz", FE_TOWARDZERO),
    FROM_DOUBLE("rm", FE_DOWNWARD),
    FROM_DOUBLE("rp", FE_UPWARD),
    INTEGRAL("rni", Toward::nearest),
    INTEGRAL("rzi", Toward::zero),
    INTEGRAL("rmi", Toward::down),
    INTEGRAL("rpi", Toward::up),
    {"cvt.sat.u8.u16", "r:h", Family::move, scalar<clamped<std::uint8_t, u32, u16>>},
    {"cvt.sat.s8.u16", "r:h", Family::move, scalar<clamped<std::int8_t, s32, u16>>},
    {"cvt.sat.s16.u16", "h:h", Family::move, scalar<clamped<s16, s16, u16>>},
    {"cvt.f64.f32", "g:f", Family::real, scalar<same<double, float>>},
    {"cvt.ftz.f64.f32", "g:f", Family::real, scalar<cvt_ftz<same<double, float>>>},
    {"cvt.sat.f64.f32", "g:f", Family::real, scalar<sat<same<double, float>>>},
    {"cvt.f32.f32", "f:f", Family::single, scalar<same<float, float>>},
    {"cvt.ftz.f32.f32", "f:f", Family::single, scalar<ftz<same<float, float>>>},
    {"cvt.sat.f32.f32", "f:f", Family::single, scalar<sat<same<float, float>>>},
    {"cvt.sat.f64.f64", "g:g", Family::real, scalar<sat<same<double, double>>>},
};
[[maybe_unused]] const bool added = add_forms(rows);

}  // namespace
}  // namespace heddle::fuzz
