#pragma once

// The part of CUDA C++ that Heddle's kernels use, for clang without a CUDA SDK (`-nocudainc`).
// Floating-point contraction is off when kernels are compiled (compile_ptx): a kernel that wants a fused
// multiply-add writes __builtin_fmaf, so that its CPU reference can be exact on every compiler.

#define __global__ __attribute__((global))
#define __device__ __attribute__((device))
#define __host__ __attribute__((host))
#define __shared__ __attribute__((shared))
#define __constant__ __attribute__((constant))
#define __launch_bounds__(threads) __attribute__((launch_bounds(threads)))

struct uint3 {
  unsigned x, y, z;
};
struct dim3 {
  unsigned x, y, z;
};

#include <__clang_cuda_builtin_vars.h>  // threadIdx, blockIdx, blockDim, gridDim; __syncthreads is a builtin
