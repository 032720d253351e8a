// SPDX-License-Identifier: Apache-2.0
#pragma once

// The part of CUDA C++ that Heddle's kernels use, for clang without a CUDA SDK (`-nocudainc`). nvcc brings
// its own headers; what it has is left to it, except for the approximate functions of cuda/approximate.hpp.
// Floating-point contraction is off when kernels are compiled (compile_ptx): a kernel that wants a fused
// multiply-add writes fmaf, so that its CPU reference can be exact on every compiler.

#ifndef __NVCC__

#define __global__ __attribute__((global))
#define __device__ __attribute__((device))
#define __host__ __attribute__((host))
#define __shared__ __attribute__((shared))
#define __constant__ __attribute__((constant))
#define __launch_bounds__(...) __attribute__((launch_bounds(__VA_ARGS__)))
#define __forceinline__ __inline__ __attribute__((always_inline))

#include "cuda/vector_types.hpp"

#include <__clang_cuda_builtin_vars.h>  // threadIdx, blockIdx, blockDim, gridDim; __syncthreads is a builtin

#include "cuda/atomic.hpp"
#include "cuda/math.hpp"
#include "cuda/texture.hpp"
#include "cuda/warp.hpp"

#endif

#include "cuda/approximate.hpp"
#include "cuda/regions.hpp"
