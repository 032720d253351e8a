// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "../library.hpp"

// The CUDA driver API, in a library that stands in the place of libcuda.so.1. Most of it is the runtime's
// work (../*.cpp) under the driver's names and numbers (CUDA Driver API reference manual).

// The runtime's functions that are called here.
extern "C" {
cudaError_t cudaMalloc(void**, std::size_t);
cudaError_t cudaMallocHost(void**, std::size_t);
cudaError_t cudaMallocManaged(void**, std::size_t, unsigned);
cudaError_t cudaMallocPitch(void**, std::size_t*, std::size_t, std::size_t);
cudaError_t cudaHostAlloc(void**, std::size_t, unsigned);
cudaError_t cudaHostGetDevicePointer(void**, void*, unsigned);
cudaError_t cudaFree(void*);
cudaError_t cudaFreeHost(void*);
cudaError_t cudaMemcpy(void*, const void*, std::size_t, cudaMemcpyKind);
cudaError_t cudaMemGetInfo(std::size_t*, std::size_t*);
cudaError_t cudaDeviceGetAttribute(int*, int, int);
cudaError_t cudaDeviceSynchronize();
cudaError_t cudaStreamCreateWithFlags(cudaStream_t*, unsigned);
cudaError_t cudaStreamDestroy(cudaStream_t);
cudaError_t cudaEventCreate(cudaEvent_t*);
cudaError_t cudaEventDestroy(cudaEvent_t);
cudaError_t cudaEventRecord(cudaEvent_t, cudaStream_t);
cudaError_t cudaEventElapsedTime(float*, cudaEvent_t, cudaEvent_t);
const char* cudaGetErrorString(cudaError_t);
}

namespace heddle::exec {

using Device = int;
using Pointer = std::uint64_t;
/// CUresult: where runtime and driver both have a status, it has the same number.
using Status = int;

inline constexpr Status success = 0, invalid_value = 1, invalid_context = 201, file_not_found = 301,
                        not_found = 500;

/// A launch that cannot be is an invalid value here.
inline Status status_of(cudaError_t status) {
  return status == cudaErrorInvalidConfiguration ? invalid_value : static_cast<Status>(status);
}

inline void* as_pointer(Pointer address) { return reinterpret_cast<void*>(address); }

}  // namespace heddle::exec
