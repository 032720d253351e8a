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
/// .sat is legal only where the source has values that the result cannot have.
#define SATURATED(d, D, R, k, s, S, from) \
  { "cvt.sat." d "." s, k ":" from, Family::move, scalar<clamped<D, R, S>> }

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
    TRUNCATED("u8", std::uint8_t, u32, "r"),
    TRUNCATED("s8", std::int8_t, s32, "r"),
    TRUNCATED("u16", u16, u16, "h"),
    TRUNCATED("s16", s16, s16, "h"),
    TRUNCATED("u32", u32, u32, "r"),
    TRUNCATED("s32", s32, s32, "r"),
    TRUNCATED("u64", u64, u64, "d"),
    TRUNCATED("s64", s64, s64, "d"),
    SATURATED("u8", std::uint8_t, u32, "r", "u16", u16, "h"),
    SATURATED("u8", std::uint8_t, u32, "r", "u32", u32, "r"),
    SATURATED("u8", std::uint8_t, u32, "r", "u64", u64, "d"),
    SATURATED("u8", std::uint8_t, u32, "r", "s8", std::int8_t, "h"),
    SATURATED("u8", std::uint8_t, u32, "r", "s16", s16, "h"),
    SATURATED("u8", std::uint8_t, u32, "r", "s32", s32, "r"),
    SATURATED("u8", std::uint8_t, u32, "r", "s64", s64, "d"),
    SATURATED("s8", std::int8_t, s32, "r", "u16", u16, "h"),
    SATURATED("s8", std::int8_t, s32, "r", "u32", u32, "r"),
    SATURATED("s8", std::int8_t, s32, "r", "u64", u64, "d"),
    SATURATED("s8", std::int8_t, s32, "r", "s16", s16, "h"),
    SATURATED("s8", std::int8_t, s32, "r", "s32", s32, "r"),
    SATURATED("s8", std::int8_t, s32, "r", "s64", s64, "d"),
    SATURATED("u16", u16, u16, "h", "u32", u32, "r"),
    SATURATED("u16", u16, u16, "h", "u64", u64, "d"),
    SATURATED("u16", u16, u16, "h", "s8", std::int8_t, "h"),
    SATURATED("u16", u16, u16, "h", "s16", s16, "h"),
    SATURATED("u16", u16, u16, "h", "s32", s32, "r"),
    SATURATED("u16", u16, u16, "h", "s64", s64, "d"),
    SATURATED("s16", s16, s16, "h", "u16", u16, "h"),
    SATURATED("s16", s16, s16, "h", "u32", u32, "r"),
    SATURATED("s16", s16, s16, "h", "u64", u64, "d"),
    SATURATED("s16", s16, s16, "h", "s32", s32, "r"),
    SATURATED("s16", s16, s16, "h", "s64", s64, "d"),
    SATURATED("u32", u32, u32, "r", "u64", u64, "d"),
    SATURATED("u32", u32, u32, "r", "s8", std::int8_t, "h"),
    SATURATED("u32", u32, u32, "r", "s16", s16, "h"),
    SATURATED("u32", u32, u32, "r", "s32", s32, "r"),
    SATURATED("u32", u32, u32, "r", "s64", s64, "d"),
    SATURATED("s32", s32, s32, "r", "u32", u32, "r"),
    SATURATED("s32", s32, s32, "r", "u64", u64, "d"),
    SATURATED("s32", s32, s32, "r", "s64", s64, "d"),
    SATURATED("u64", u64, u64, "d", "s8", std::int8_t, "h"),
    SATURATED("u64", u64, u64, "d", "s16", s16, "h"),
    SATURATED("u64", u64, u64, "d", "s32", s32, "r"),
    SATURATED("u64", u64, u64, "d", "s64", s64, "d"),
    SATURATED("s64", s64, s64, "d", "u64", u64, "d"),
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
