// SPDX-License-Identifier: Apache-2.0
#pragma once

// Exact functions: results are the same on every compiler, and those of IEEE 754 or of integer arithmetic.

#define HEDDLE_FUNCTION __device__ static __forceinline__

HEDDLE_FUNCTION int min(int a, int b) { return a < b ? a : b; }
HEDDLE_FUNCTION int max(int a, int b) { return a > b ? a : b; }
HEDDLE_FUNCTION unsigned min(unsigned a, unsigned b) { return a < b ? a : b; }
HEDDLE_FUNCTION unsigned max(unsigned a, unsigned b) { return a > b ? a : b; }
HEDDLE_FUNCTION int abs(int a) { return a < 0 ? -a : a; }

HEDDLE_FUNCTION float fminf(float a, float b) { return __builtin_fminf(a, b); }
HEDDLE_FUNCTION float fmaxf(float a, float b) { return __builtin_fmaxf(a, b); }
HEDDLE_FUNCTION float min(float a, float b) { return fminf(a, b); }
HEDDLE_FUNCTION float max(float a, float b) { return fmaxf(a, b); }
HEDDLE_FUNCTION float fabsf(float a) { return __builtin_fabsf(a); }
HEDDLE_FUNCTION float copysignf(float a, float sign) { return __builtin_copysignf(a, sign); }
HEDDLE_FUNCTION float fmaf(float a, float b, float c) { return __builtin_fmaf(a, b, c); }
HEDDLE_FUNCTION float sqrtf(float a) { return __nvvm_sqrt_rn_f(a); }
HEDDLE_FUNCTION float floorf(float a) { return __builtin_floorf(a); }
HEDDLE_FUNCTION float ceilf(float a) { return __builtin_ceilf(a); }
HEDDLE_FUNCTION float truncf(float a) { return __builtin_truncf(a); }
HEDDLE_FUNCTION float rintf(float a) { return __builtin_rintf(a); }
/// float to int, to nearest even.
HEDDLE_FUNCTION int __float2int_rn(float a) { return __nvvm_f2i_rn(a); }

HEDDLE_FUNCTION double fmin(double a, double b) { return __builtin_fmin(a, b); }
HEDDLE_FUNCTION double fmax(double a, double b) { return __builtin_fmax(a, b); }
HEDDLE_FUNCTION double fabs(double a) { return __builtin_fabs(a); }
HEDDLE_FUNCTION double fma(double a, double b, double c) { return __builtin_fma(a, b, c); }
HEDDLE_FUNCTION double sqrt(double a) { return __nvvm_sqrt_rn_d(a); }

HEDDLE_FUNCTION int __float_as_int(float a) { return __nvvm_bitcast_f2i(a); }
HEDDLE_FUNCTION unsigned __float_as_uint(float a) { return static_cast<unsigned>(__nvvm_bitcast_f2i(a)); }
HEDDLE_FUNCTION float __int_as_float(int a) { return __nvvm_bitcast_i2f(a); }
HEDDLE_FUNCTION float __uint_as_float(unsigned a) { return __nvvm_bitcast_i2f(static_cast<int>(a)); }

/// Product of the low 24 bits of each.
HEDDLE_FUNCTION int __mul24(int a, int b) { return __nvvm_mul24_i(a, b); }
HEDDLE_FUNCTION unsigned __umul24(unsigned a, unsigned b) {
  return static_cast<unsigned>(__nvvm_mul24_ui(a, b));
}
HEDDLE_FUNCTION int __mulhi(int a, int b) { return static_cast<int>((static_cast<long long>(a) * b) >> 32); }
HEDDLE_FUNCTION unsigned __umulhi(unsigned a, unsigned b) {
  return static_cast<unsigned>((static_cast<unsigned long long>(a) * b) >> 32);
}
HEDDLE_FUNCTION int __popc(unsigned a) { return __builtin_popcount(a); }
/// Leading zeros; 32 for 0.
HEDDLE_FUNCTION int __clz(int a) { return a == 0 ? 32 : __builtin_clz(static_cast<unsigned>(a)); }
/// Place of the lowest 1, from 1; 0 for 0.
HEDDLE_FUNCTION int __ffs(int a) { return __builtin_ffs(a); }
HEDDLE_FUNCTION unsigned __brev(unsigned a) { return __builtin_bitreverse32(a); }
/// The low word of hi:lo shifted right, 0 <= shift < 32.
HEDDLE_FUNCTION unsigned __funnelshift_r(unsigned lo, unsigned hi, unsigned shift) {
  return static_cast<unsigned>(((static_cast<unsigned long long>(hi) << 32) | lo) >> (shift & 31u));
}
/// The bytes of b:a that the low three bits of the nibbles of `select` name.
HEDDLE_FUNCTION unsigned __byte_perm(unsigned a, unsigned b, unsigned select) {
  return static_cast<unsigned>(__nvvm_prmt(a, b, select));
}

#undef HEDDLE_FUNCTION
