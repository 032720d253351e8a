// SPDX-License-Identifier: Apache-2.0
#include "tb/fuzz/forms/convert_arithmetic.hpp"
#include "tb/fuzz/forms/modifiers.hpp"

/// Conversions between integers and floats. An operand's register has the width of its type; types of 8 bits
/// use the low bits of a b16 or b32 register. A result is extended to the width of its register.
namespace heddle::fuzz {
namespace {

/// A type as a result, with the register that it is extended to; and as a source, which is in a register of
/// its width, or in the low byte of a b16.
#define TO_U8 "u8", std::uint8_t, u32, "r"
#define TO_S8 "s8", std::int8_t, s32, "r"
#define TO_U16 "u16", u16, u16, "h"
#define TO_S16 "s16", s16, s16, "h"
#define TO_U32 "u32", u32, u32, "r"
#define TO_S32 "s32", s32, s32, "r"
#define TO_U64 "u64", u64, u64, "d"
#define TO_S64 "s64", s64, s64, "d"
#define OF_U8 "u8", std::uint8_t, "h"
#define OF_S8 "s8", std::int8_t, "h"
#define OF_U16 "u16", u16, "h"
#define OF_S16 "s16", s16, "h"
#define OF_U32 "u32", u32, "r"
#define OF_S32 "s32", s32, "r"
#define OF_U64 "u64", u64, "d"
#define OF_S64 "s64", s64, "d"

/// A row macro of the parts that the types stand for.
#define EXPANDED(ROW, ...) ROW(__VA_ARGS__)

#define TRUNCATED_ROW(d, D, R, k, s, S, from) \
  { "cvt." d "." s, k ":" from, Family::move, scalar<cut<D, R, S>> }
#define TRUNCATED(to)                                                           \
  EXPANDED(TRUNCATED_ROW, to, OF_U8), EXPANDED(TRUNCATED_ROW, to, OF_S8),       \
      EXPANDED(TRUNCATED_ROW, to, OF_U16), EXPANDED(TRUNCATED_ROW, to, OF_S16), \
      EXPANDED(TRUNCATED_ROW, to, OF_U32), EXPANDED(TRUNCATED_ROW, to, OF_S32), \
      EXPANDED(TRUNCATED_ROW, to, OF_U64), EXPANDED(TRUNCATED_ROW, to, OF_S64)
#define SATURATED_ROW(d, D, R, k, s, S, from) \
  { "cvt.sat." d "." s, k ":" from, Family::move, scalar<clamped<D, R, S>> }
#define SATURATED(to, of) EXPANDED(SATURATED_ROW, to, of)

/// R is the type of the register, to which D is extended.
#define ROUNDING_TO(r, toward, d, D, R, k)                                                          \
  {"cvt." r "." d ".f32", k ":f", Family::move, scalar<extended<R, to_integer<D, toward, float>>>}, \
      {"cvt." r ".ftz." d ".f32", k ":f", Family::move,                                             \
       scalar<extended<R, cvt_ftz<to_integer<D, toward, float>>>>},                                 \
  {                                                                                                 \
    "cvt." r "." d ".f64", k ":g", Family::real, scalar<extended<R, to_integer<D, toward, double>>> \
  }
#define TO_INTEGER_ROWS(d, D, R, k)                                                              \
  ROUNDING_TO("rni", Toward::nearest, d, D, R, k), ROUNDING_TO("rzi", Toward::zero, d, D, R, k), \
      ROUNDING_TO("rmi", Toward::down, d, D, R, k), ROUNDING_TO("rpi", Toward::up, d, D, R, k)

#define ROUNDING_FROM(r, mode, s, S, k)                                                        \
  {"cvt." r ".f32." s, "f:" k, Family::move, scalar<to_float<float, mode, S>>},                \
      {"cvt." r ".sat.f32." s, "f:" k, Family::move, scalar<sat<to_float<float, mode, S>>>}, { \
    "cvt." r ".f64." s, "g:" k, Family::real, scalar<to_float<double, mode, S>>                \
  }
#define TO_FLOAT_ROWS(s, S, k)                                                             \
  ROUNDING_FROM("rn", FE_TONEAREST, s, S, k), ROUNDING_FROM("rz", FE_TOWARDZERO, s, S, k), \
      ROUNDING_FROM("rm", FE_DOWNWARD, s, S, k), ROUNDING_FROM("rp", FE_UPWARD, s, S, k)

#define TO_INTEGER(to) EXPANDED(TO_INTEGER_ROWS, to)
#define TO_FLOAT(of) EXPANDED(TO_FLOAT_ROWS, of)

/// A NaN of 64 bits, which must be the canonical one, keeps the upper bits of its payload.
template <float (*f)(double)>
u32 narrowed(double a) {
  if (std::isnan(a)) return 0x7fc00000;
  return static_cast<u32>(bits_of_value(f(a)));
}
#define FROM_DOUBLE(r, mode)                                                                   \
  {"cvt." r ".f32.f64", "f:G", Family::real, scalar<narrowed<to_float<float, mode, double>>>}, \
      {"cvt." r ".ftz.f32.f64", "f:G", Family::real,                                           \
       scalar<narrowed<cvt_ftz<to_float<float, mode, double>>>>},                              \
  {                                                                                            \
    "cvt." r ".sat.f32.f64", "f:g", Family::real, scalar<sat<to_float<float, mode, double>>>   \
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
    TRUNCATED(TO_U8),
    TRUNCATED(TO_S8),
    TRUNCATED(TO_U16),
    TRUNCATED(TO_S16),
    TRUNCATED(TO_U32),
    TRUNCATED(TO_S32),
    TRUNCATED(TO_U64),
    TRUNCATED(TO_S64),
    // .sat is legal only where the source has values that the result cannot have.
    SATURATED(TO_U8, OF_U16),
    SATURATED(TO_U8, OF_U32),
    SATURATED(TO_U8, OF_U64),
    SATURATED(TO_U8, OF_S8),
    SATURATED(TO_U8, OF_S16),
    SATURATED(TO_U8, OF_S32),
    SATURATED(TO_U8, OF_S64),
    SATURATED(TO_S8, OF_U16),
    SATURATED(TO_S8, OF_U32),
    SATURATED(TO_S8, OF_U64),
    SATURATED(TO_S8, OF_S16),
    SATURATED(TO_S8, OF_S32),
    SATURATED(TO_S8, OF_S64),
    SATURATED(TO_U16, OF_U32),
    SATURATED(TO_U16, OF_U64),
    SATURATED(TO_U16, OF_S8),
    SATURATED(TO_U16, OF_S16),
    SATURATED(TO_U16, OF_S32),
    SATURATED(TO_U16, OF_S64),
    SATURATED(TO_S16, OF_U16),
    SATURATED(TO_S16, OF_U32),
    SATURATED(TO_S16, OF_U64),
    SATURATED(TO_S16, OF_S32),
    SATURATED(TO_S16, OF_S64),
    SATURATED(TO_U32, OF_U64),
    SATURATED(TO_U32, OF_S8),
    SATURATED(TO_U32, OF_S16),
    SATURATED(TO_U32, OF_S32),
    SATURATED(TO_U32, OF_S64),
    SATURATED(TO_S32, OF_U32),
    SATURATED(TO_S32, OF_U64),
    SATURATED(TO_S32, OF_S64),
    SATURATED(TO_U64, OF_S8),
    SATURATED(TO_U64, OF_S16),
    SATURATED(TO_U64, OF_S32),
    SATURATED(TO_U64, OF_S64),
    SATURATED(TO_S64, OF_U64),
    TO_INTEGER(TO_U8),
    TO_INTEGER(TO_S8),
    TO_INTEGER(TO_U16),
    TO_INTEGER(TO_S16),
    TO_INTEGER(TO_U32),
    TO_INTEGER(TO_S32),
    TO_INTEGER(TO_U64),
    TO_INTEGER(TO_S64),
    TO_FLOAT(OF_U8),
    TO_FLOAT(OF_S8),
    TO_FLOAT(OF_U16),
    TO_FLOAT(OF_S16),
    TO_FLOAT(OF_U32),
    TO_FLOAT(OF_S32),
    TO_FLOAT(OF_U64),
    TO_FLOAT(OF_S64),
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
