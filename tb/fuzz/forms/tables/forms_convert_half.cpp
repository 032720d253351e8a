// SPDX-License-Identifier: Apache-2.0
#include "tb/fuzz/forms/half_arithmetic.hpp"

/// Conversions to and from f16 and bf16.
namespace heddle::fuzz {
namespace {

/// .satfinite turns infinity into the largest number.
template <class H, Toward toward>
H finite(float a) {
  const H h = narrowed<H, toward>(a);
  return h.is_infinite() ? H{static_cast<u16>(h.bits - 1)} : h;
}
template <class H, H (*f)(float)>
u32 pair(float upper, float lower) {
  return u32{f(upper).bits} << 16 | f(lower).bits;
}
template <class R, class H>
R widened(H a) {
  return static_cast<R>(static_cast<double>(a));
}
/// Clamps as for single precision.
template <class D, Toward toward, class H>
D whole(H a) {
  return to_integer<D, toward, float>(widened<float>(a));
}
template <class H, Toward toward>
H integral_half(H a) {
  return narrowed<H, Toward::nearest>(integral_float<toward, double>(a));
}

/// GPUs flush a subnormal that becomes bf16, and none that becomes f16.
template <class H, Toward toward>
H narrowed_ftz(float a) {
  return std::is_same_v<H, Half> ? narrowed<H, toward>(a) : cvt_ftz<narrowed<H, toward, float>>(a);
}

/// A NaN of 64 bits, which must be the canonical one, keeps the upper bits of its payload.
template <class H, Toward toward>
H from_double(double a) {
  constexpr u16 quiet = 1 << (H::format.fraction - 1);
  return std::isnan(a) ? H{H::infinity | quiet} : narrowed<H, toward>(a);
}

/// bf16 has no conversions from and to integers of 8 bits.
#define FROM_BYTE(r, toward)                                                                 \
  {"cvt." r ".f16.u8", "x:h", Family::half, scalar<narrowed<Half, toward, std::uint8_t>>}, { \
    "cvt." r ".f16.s8", "x:h", Family::half, scalar<narrowed<Half, toward, std::int8_t>>     \
  }
#define TO_BYTE(r, toward)                                                                               \
  {"cvt." r ".u8.f16", "r:x", Family::half, scalar<extended<u32, whole<std::uint8_t, toward, Half>>>}, { \
    "cvt." r ".s8.f16", "r:x", Family::half, scalar<extended<s32, whole<std::int8_t, toward, Half>>>     \
  }
#define FROM_INTEGER(h, H, x, r, toward)                                                 \
  {"cvt." r "." h ".u16", x ":h", Family::half, scalar<narrowed<H, toward, u16>>},       \
      {"cvt." r "." h ".s16", x ":h", Family::half, scalar<narrowed<H, toward, s16>>},   \
      {"cvt." r "." h ".u32", x ":r", Family::half, scalar<narrowed<H, toward, u32>>},   \
      {"cvt." r "." h ".s32", x ":r", Family::half, scalar<narrowed<H, toward, s32>>},   \
      {"cvt." r "." h ".u64", x ":d", Family::half, scalar<narrowed<H, toward, u64>>}, { \
    "cvt." r "." h ".s64", x ":d", Family::half, scalar<narrowed<H, toward, s64>>        \
  }
#define FROM_FLOAT(h, H, x, r, toward)                                                      \
  {"cvt." r "." h ".f32", x ":f", Family::half, scalar<narrowed<H, toward, float>>},        \
      {"cvt." r ".ftz." h ".f32", x ":f", Family::half, scalar<narrowed_ftz<H, toward>>}, { \
    "cvt." r "." h ".f64", x ":G", Family::half, scalar<from_double<H, toward>>             \
  }
#define ROUNDED(h, H, x, r, toward) FROM_INTEGER(h, H, x, r, toward), FROM_FLOAT(h, H, x, r, toward)
/// The suffixes that only .rn and .rz may have.
#define FROM_SINGLE(h, H, x, r, toward)                                                                    \
  {"cvt." r ".relu." h ".f32", x ":f", Family::half, scalar<relu<narrowed<H, toward, float>>>},            \
      {"cvt." r ".satfinite." h ".f32", x ":f", Family::half, scalar<finite<H, toward>>},                  \
      {"cvt." r ".relu.satfinite." h ".f32", x ":f", Family::half, scalar<relu<finite<H, toward>>>},       \
      {"cvt." r "." h "x2.f32", "r:ff", Family::half, scalar<pair<H, narrowed<H, toward, float>>>},        \
      {"cvt." r ".relu." h "x2.f32", "r:ff", Family::half,                                                 \
       scalar<pair<H, relu<narrowed<H, toward, float>>>>},                                                 \
      {"cvt." r ".satfinite." h "x2.f32", "r:ff", Family::half, scalar<pair<H, finite<H, toward>>>}, {     \
    "cvt." r ".relu.satfinite." h "x2.f32", "r:ff", Family::half, scalar<pair<H, relu<finite<H, toward>>>> \
  }
#define TO_INTEGER(h, H, x, r, toward)                                             \
  {"cvt." r ".u16." h, "h:" x, Family::half, scalar<whole<u16, toward, H>>},       \
      {"cvt." r ".s16." h, "h:" x, Family::half, scalar<whole<s16, toward, H>>},   \
      {"cvt." r ".u32." h, "r:" x, Family::half, scalar<whole<u32, toward, H>>},   \
      {"cvt." r ".s32." h, "r:" x, Family::half, scalar<whole<s32, toward, H>>},   \
      {"cvt." r ".u64." h, "d:" x, Family::half, scalar<whole<u64, toward, H>>},   \
      {"cvt." r ".s64." h, "d:" x, Family::half, scalar<whole<s64, toward, H>>}, { \
    "cvt." r "." h "." h, x ":" x, Family::half, scalar<integral_half<H, toward>>  \
  }
#define ALL(h, H, x)                                                                         \
  ROUNDED(h, H, x, "rn", Toward::nearest), ROUNDED(h, H, x, "rz", Toward::zero),             \
      ROUNDED(h, H, x, "rm", Toward::down), ROUNDED(h, H, x, "rp", Toward::up),              \
      FROM_SINGLE(h, H, x, "rn", Toward::nearest), FROM_SINGLE(h, H, x, "rz", Toward::zero), \
      TO_INTEGER(h, H, x, "rni", Toward::nearest), TO_INTEGER(h, H, x, "rzi", Toward::zero), \
      TO_INTEGER(h, H, x, "rmi", Toward::down), TO_INTEGER(h, H, x, "rpi", Toward::up),      \
      {"cvt.ftz.f32." h, "f:" x, Family::half, scalar<cvt_ftz<widened<float, H>>>}, {        \
    "cvt.f64." h, "g:" x, Family::half, scalar<widened<double, H>>                           \
  }

const Form rows[] = {
    ALL("f16", Half, "x"),
    ALL("bf16", Brain, "h"),
    FROM_BYTE("rn", Toward::nearest),
    FROM_BYTE("rz", Toward::zero),
    FROM_BYTE("rm", Toward::down),
    FROM_BYTE("rp", Toward::up),
    TO_BYTE("rni", Toward::nearest),
    TO_BYTE("rzi", Toward::zero),
    TO_BYTE("rmi", Toward::down),
    TO_BYTE("rpi", Toward::up),
    {"cvt.f32.f16", "f:x", Family::half, scalar<widened<float, Half>>},
    {"cvt.f32.bf16", "f:h", Family::half, scalar<widened<float, Brain>>},
    {"cvt.sat.f32.f16", "f:x", Family::half, scalar<sat<widened<float, Half>>>},
    {"cvt.sat.f64.f16", "g:x", Family::half, scalar<sat<widened<double, Half>>>},
    {"cvt.rn.f16.bf16", "x:h", Family::half, scalar<narrowed<Half, Toward::nearest, Brain>>},
    {"cvt.rz.f16.bf16", "x:h", Family::half, scalar<narrowed<Half, Toward::zero, Brain>>},
    {"cvt.rm.f16.bf16", "x:h", Family::half, scalar<narrowed<Half, Toward::down, Brain>>},
    {"cvt.rp.f16.bf16", "x:h", Family::half, scalar<narrowed<Half, Toward::up, Brain>>},
    {"cvt.rn.bf16.f16", "h:x", Family::half, scalar<narrowed<Brain, Toward::nearest, Half>>},
    {"cvt.rz.bf16.f16", "h:x", Family::half, scalar<narrowed<Brain, Toward::zero, Half>>},
    {"cvt.rm.bf16.f16", "h:x", Family::half, scalar<narrowed<Brain, Toward::down, Half>>},
    {"cvt.rp.bf16.f16", "h:x", Family::half, scalar<narrowed<Brain, Toward::up, Half>>},
    {"cvt.rn.sat.f16.f32", "x:f", Family::half, scalar<sat<narrowed<Half, Toward::nearest, float>>>},
    {"cvt.rz.sat.f16.f64", "x:g", Family::half, scalar<sat<narrowed<Half, Toward::zero, double>>>},
    {"cvt.rn.sat.f16.s32", "x:r", Family::half, scalar<sat<narrowed<Half, Toward::nearest, s32>>>},
    {"cvt.sat.f16.f16", "x:x", Family::half, scalar<sat<narrowed<Half, Toward::nearest, Half>>>},
};
[[maybe_unused]] const bool added = add_forms(rows);

}  // namespace
}  // namespace heddle::fuzz
