// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>

#include "tb/compile/include/cuda_runtime_types.h"

// The types of the CUDA runtime API (CUDA 13, CUDA Runtime API reference manual) as far as its functions in
// this folder need them; the order of a struct's members is part of the binary interface.

struct dim3 {
  unsigned x = 1, y = 1, z = 1;
};
struct uint3 {
  unsigned x, y, z;
};

using cudaStream_t = struct StreamState*;
using cudaEvent_t = struct EventState*;
using cudaKernel_t = const void*;
using cudaFunction_t = const void*;
using cudaHostFn_t = void (*)(void*);
using cudaStreamCallback_t = void (*)(cudaStream_t, cudaError_t, void*);

struct cudaLaunchConfig_t {
  dim3 gridDim, blockDim;
  std::size_t dynamicSmemBytes;
  cudaStream_t stream;
  const void* attributes;
  unsigned numAttrs;
};
static_assert(sizeof(cudaDeviceProp) == 1008 && sizeof(cudaLaunchConfig_t) == 56);
