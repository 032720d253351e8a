// SPDX-License-Identifier: Apache-2.0
// Memory: allocation, copies and fills.
#include "driver.hpp"

using namespace heddle::exec;

namespace {

Status fill(Pointer to, std::uint64_t value, std::size_t count, std::uint32_t element) {
  return status_of(library().fill(to, value, count, element));
}

Status copy(void* to, const void* from, std::size_t bytes, cudaMemcpyKind kind) {
  return status_of(cudaMemcpy(to, from, bytes, kind));
}

}  // namespace

HEDDLE_CUDA Status cuMemAlloc_v2(Pointer* address, std::size_t bytes) {
  if (bytes == 0) return invalid_value;
  return status_of(cudaMalloc(reinterpret_cast<void**>(address), bytes));
}
HEDDLE_CUDA Status cuMemAllocPitch_v2(Pointer* address, std::size_t* pitch, std::size_t width,
                                      std::size_t height, unsigned) {
  return status_of(cudaMallocPitch(reinterpret_cast<void**>(address), pitch, width, height));
}
HEDDLE_CUDA Status cuMemAllocManaged(Pointer* address, std::size_t bytes, unsigned flags) {
  return status_of(cudaMallocManaged(reinterpret_cast<void**>(address), bytes, flags));
}
HEDDLE_CUDA Status cuMemAllocHost_v2(void** pointer, std::size_t bytes) {
  return status_of(cudaMallocHost(pointer, bytes));
}
HEDDLE_CUDA Status cuMemHostAlloc(void** pointer, std::size_t bytes, unsigned flags) {
  return status_of(cudaHostAlloc(pointer, bytes, flags));
}
HEDDLE_CUDA Status cuMemHostGetDevicePointer_v2(Pointer* address, void* host, unsigned flags) {
  return status_of(cudaHostGetDevicePointer(reinterpret_cast<void**>(address), host, flags));
}
HEDDLE_CUDA Status cuMemFree_v2(Pointer address) { return status_of(cudaFree(as_pointer(address))); }
HEDDLE_CUDA Status cuMemFreeHost(void* pointer) { return status_of(cudaFreeHost(pointer)); }
HEDDLE_CUDA Status cuMemGetInfo_v2(std::size_t* free, std::size_t* total) {
  return status_of(cudaMemGetInfo(free, total));
}

HEDDLE_CUDA Status cuMemcpyHtoD_v2(Pointer to, const void* from, std::size_t bytes) {
  return copy(as_pointer(to), from, bytes, cudaMemcpyHostToDevice);
}
HEDDLE_CUDA Status cuMemcpyDtoH_v2(void* to, Pointer from, std::size_t bytes) {
  return copy(to, as_pointer(from), bytes, cudaMemcpyDeviceToHost);
}
HEDDLE_CUDA Status cuMemcpyDtoD_v2(Pointer to, Pointer from, std::size_t bytes) {
  return copy(as_pointer(to), as_pointer(from), bytes, cudaMemcpyDeviceToDevice);
}
HEDDLE_CUDA Status cuMemcpy(Pointer to, Pointer from, std::size_t bytes) {
  return copy(as_pointer(to), as_pointer(from), bytes, cudaMemcpyDefault);
}
HEDDLE_CUDA Status cuMemcpyHtoDAsync_v2(Pointer to, const void* from, std::size_t bytes, cudaStream_t) {
  return cuMemcpyHtoD_v2(to, from, bytes);
}
HEDDLE_CUDA Status cuMemcpyDtoHAsync_v2(void* to, Pointer from, std::size_t bytes, cudaStream_t) {
  return cuMemcpyDtoH_v2(to, from, bytes);
}
HEDDLE_CUDA Status cuMemcpyDtoDAsync_v2(Pointer to, Pointer from, std::size_t bytes, cudaStream_t) {
  return cuMemcpyDtoD_v2(to, from, bytes);
}
HEDDLE_CUDA Status cuMemsetD8_v2(Pointer to, unsigned char value, std::size_t count) {
  return fill(to, value, count, 1);
}
HEDDLE_CUDA Status cuMemsetD16_v2(Pointer to, unsigned short value, std::size_t count) {
  return fill(to, value, count, 2);
}
HEDDLE_CUDA Status cuMemsetD32_v2(Pointer to, unsigned value, std::size_t count) {
  return fill(to, value, count, 4);
}
HEDDLE_CUDA Status cuMemsetD8Async(Pointer to, unsigned char value, std::size_t count, cudaStream_t) {
  return fill(to, value, count, 1);
}
HEDDLE_CUDA Status cuMemsetD16Async(Pointer to, unsigned short value, std::size_t count, cudaStream_t) {
  return fill(to, value, count, 2);
}
HEDDLE_CUDA Status cuMemsetD32Async(Pointer to, unsigned value, std::size_t count, cudaStream_t) {
  return fill(to, value, count, 4);
}
