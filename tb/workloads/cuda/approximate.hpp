// SPDX-License-Identifier: Apache-2.0
#pragma once

// Functions that the special function unit approximates: its instructions as inline PTX, for every compiler,
// so that kernels of different compilers have the same ones. CUDA's accurate expf and the like are longer; a
// kernel here gets the short form under the accurate name too. Relative error about 2^-22 (PTX ISA), larger
// where the argument scales it: exp of x adds |x| * 2^-24, log near 1 and sin and cos outside [-pi, pi] have
// an absolute bound only.

#define HEDDLE_UNARY(name, instruction)                      \
  __device__ static __forceinline__ float name(float a) {    \
    float result;                                            \
    asm(instruction ".f32 %0, %1;" : "=f"(result) : "f"(a)); \
    return result;                                           \
  }

HEDDLE_UNARY(heddle_ex2, "ex2.approx")
HEDDLE_UNARY(heddle_lg2, "lg2.approx")
HEDDLE_UNARY(heddle_sin, "sin.approx")
HEDDLE_UNARY(heddle_cos, "cos.approx")
HEDDLE_UNARY(heddle_rsqrt, "rsqrt.approx")

#undef HEDDLE_UNARY

__device__ static __forceinline__ float heddle_divide(float a, float b) {
  float result;
  asm("div.approx.f32 %0, %1, %2;" : "=f"(result) : "f"(a), "f"(b));
  return result;
}

__device__ static __forceinline__ float heddle_exp(float a) { return heddle_ex2(a * 1.4426950408889634f); }
__device__ static __forceinline__ float heddle_log(float a) { return heddle_lg2(a) * 0.6931471805599453f; }
__device__ static __forceinline__ float heddle_pow(float a, float b) { return heddle_ex2(b * heddle_lg2(a)); }
__device__ static __forceinline__ float heddle_tanh(float a) {
  return 1.0f - heddle_divide(2.0f, 1.0f + heddle_exp(2.0f * a));
}

// Macros, because nvcc has functions of these names already.
#define exp2f(a) heddle_ex2(a)
#define log2f(a) heddle_lg2(a)
#define expf(a) heddle_exp(a)
#define logf(a) heddle_log(a)
#define sinf(a) heddle_sin(a)
#define cosf(a) heddle_cos(a)
#define powf(a, b) heddle_pow(a, b)
#define tanhf(a) heddle_tanh(a)
#define rsqrtf(a) heddle_rsqrt(a)
#define __expf(a) heddle_exp(a)
#define __logf(a) heddle_log(a)
#define __log2f(a) heddle_lg2(a)
#define __sinf(a) heddle_sin(a)
#define __cosf(a) heddle_cos(a)
#define __powf(a, b) heddle_pow(a, b)
#define __fdividef(a, b) heddle_divide(a, b)
