// SPDX-License-Identifier: Apache-2.0
// Memory: allocation, copies, and what a program asks about pointers.
#include <algorithm>
#include <cstdlib>
#include <cstring>

#include "library.hpp"

using namespace heddle::exec;

namespace {

std::uint64_t address_of(const void* pointer) { return reinterpret_cast<std::uint64_t>(pointer); }

/// Which ends of a copy lie on the device. What host and device share is the host's, between launches.
cudaError_t ends_of(void* to, const void* from, cudaMemcpyKind kind, bool& device_to, bool& device_from) {
  if (kind < cudaMemcpyHostToHost || kind > cudaMemcpyDefault) return cudaErrorInvalidMemcpyDirection;
  device_to = kind == cudaMemcpyHostToDevice || kind == cudaMemcpyDeviceToDevice;
  device_from = kind == cudaMemcpyDeviceToHost || kind == cudaMemcpyDeviceToDevice;
  if (kind == cudaMemcpyDefault) {
    device_to = library().is_on_device(to);
    device_from = library().is_on_device(from);
  }
  if (library().is_shared(to)) device_to = false;
  if (library().is_shared(from)) device_from = false;
  return cudaSuccess;
}

cudaError_t copy(void* to, const void* from, std::size_t bytes, cudaMemcpyKind kind) {
  bool device_to = false, device_from = false;
  if (bytes == 0) return cudaSuccess;
  if (const cudaError_t status = ends_of(to, from, kind, device_to, device_from); status != cudaSuccess)
    return library().keep(status);
  if (device_to && device_from)
    return library().keep(library().call(Call::on_device, address_of(to), address_of(from), bytes).status);
  if (device_to)
    return library().keep(library().call(Call::to_device, address_of(to), 0, 0, from, bytes).status);
  if (!device_from) {
    std::memmove(to, from, bytes);
    return cudaSuccess;
  }
  const Result result = library().call(Call::to_host, address_of(from), bytes);
  if (result.status == cudaSuccess) std::memcpy(to, result.bytes.data(), bytes);
  return library().keep(result.status);
}

cudaError_t copy_rows(void* to, std::size_t to_pitch, const void* from, std::size_t from_pitch,
                      std::size_t width, std::size_t height, cudaMemcpyKind kind) {
  if (width > to_pitch || width > from_pitch) return library().keep(cudaErrorInvalidValue);
  if (width == to_pitch && width == from_pitch) return copy(to, from, width * height, kind);
  cudaError_t status = cudaSuccess;
  for (std::size_t row = 0; row < height && status == cudaSuccess; ++row)
    status = copy(static_cast<char*>(to) + row * to_pitch, static_cast<const char*>(from) + row * from_pitch,
                  width, kind);
  return status;
}

cudaError_t fill(void* to, int value, std::size_t bytes) {
  return library().keep(library().fill(address_of(to), static_cast<unsigned char>(value), bytes, 1));
}

cudaError_t fill_rows(void* to, std::size_t pitch, int value, std::size_t width, std::size_t height) {
  if (width > pitch) return library().keep(cudaErrorInvalidValue);
  cudaError_t status = cudaSuccess;
  for (std::size_t row = 0; row < height && status == cudaSuccess; ++row)
    status = fill(static_cast<char*>(to) + row * pitch, value, width);
  return status;
}

cudaError_t allocate(void** pointer, std::size_t bytes) {
  *pointer = nullptr;
  if (bytes == 0) return cudaSuccess;
  const Result result = library().call(Call::allocate, bytes);
  if (result.status != cudaSuccess) return library().keep(result.status);
  library().allocations[result.value] = {bytes, result.value};
  *pointer = reinterpret_cast<void*>(result.value);
  return cudaSuccess;
}

cudaError_t release(void* pointer) {
  if (pointer == nullptr) return cudaSuccess;
  if (library().is_shared(pointer)) return library().keep(library().free_shared(pointer));
  const cudaError_t status = library().call(Call::release, address_of(pointer)).status;
  library().allocations.erase(address_of(pointer));
  return library().keep(status);
}

constexpr std::size_t row_alignment = 512;
constexpr unsigned host_mapped = 2;

cudaError_t allocate_host(void** pointer, std::size_t bytes, unsigned flags) {
  if ((flags & host_mapped) != 0) return library().keep(library().allocate_shared(pointer, bytes));
  *pointer = std::aligned_alloc(4096, (bytes + 4095) / 4096 * 4096);
  if (*pointer == nullptr && bytes != 0) return library().keep(cudaErrorMemoryAllocation);
  library().pinned[*pointer] = bytes;
  return cudaSuccess;
}

cudaError_t address_of_symbol(std::uint64_t& address, const void* symbol, std::size_t bytes,
                              std::size_t offset) {
  cudaError_t status{};
  const VariableState* variable = library().variable(symbol, status);
  if (variable == nullptr) return library().keep(status);
  if (offset > variable->bytes || bytes > variable->bytes - offset)
    return library().keep(cudaErrorInvalidValue);
  address = variable->address + offset;
  return cudaSuccess;
}

cudaError_t copy_to_symbol(const void* symbol, const void* from, std::size_t bytes, std::size_t offset,
                           cudaMemcpyKind kind) {
  std::uint64_t address = 0;
  if (const cudaError_t status = address_of_symbol(address, symbol, bytes, offset); status != cudaSuccess)
    return status;
  const bool from_device =
      kind == cudaMemcpyDeviceToDevice || (kind == cudaMemcpyDefault && library().is_on_device(from));
  return copy(reinterpret_cast<void*>(address), from, bytes,
              from_device ? cudaMemcpyDeviceToDevice : cudaMemcpyHostToDevice);
}

cudaError_t copy_from_symbol(void* to, const void* symbol, std::size_t bytes, std::size_t offset,
                             cudaMemcpyKind kind) {
  std::uint64_t address = 0;
  if (const cudaError_t status = address_of_symbol(address, symbol, bytes, offset); status != cudaSuccess)
    return status;
  const bool to_device =
      kind == cudaMemcpyDeviceToDevice || (kind == cudaMemcpyDefault && library().is_on_device(to));
  return copy(to, reinterpret_cast<const void*>(address), bytes,
              to_device ? cudaMemcpyDeviceToDevice : cudaMemcpyDeviceToHost);
}

}  // namespace

HEDDLE_CUDA cudaError_t cudaMalloc(void** pointer, std::size_t bytes) { return allocate(pointer, bytes); }
HEDDLE_CUDA cudaError_t cudaMallocAsync(void** pointer, std::size_t bytes, cudaStream_t) {
  return allocate(pointer, bytes);
}
HEDDLE_CUDA cudaError_t cudaFree(void* pointer) { return release(pointer); }
HEDDLE_CUDA cudaError_t cudaFreeAsync(void* pointer, cudaStream_t) { return release(pointer); }
HEDDLE_CUDA cudaError_t cudaMallocPitch(void** pointer, std::size_t* pitch, std::size_t width,
                                        std::size_t height) {
  *pitch = (width + row_alignment - 1) / row_alignment * row_alignment;
  return allocate(pointer, *pitch * height);
}
HEDDLE_CUDA cudaError_t cudaMallocManaged(void** pointer, std::size_t bytes, unsigned) {
  return library().keep(library().allocate_shared(pointer, bytes));
}
HEDDLE_CUDA cudaError_t cudaMemAdvise() { return cudaSuccess; }
HEDDLE_CUDA cudaError_t cudaMemPrefetchAsync() { return cudaSuccess; }
HEDDLE_CUDA cudaError_t cudaStreamAttachMemAsync() { return cudaSuccess; }

HEDDLE_CUDA cudaError_t cudaMallocHost(void** pointer, std::size_t bytes) {
  return allocate_host(pointer, bytes, 0);
}
HEDDLE_CUDA cudaError_t cudaHostAlloc(void** pointer, std::size_t bytes, unsigned flags) {
  return allocate_host(pointer, bytes, flags);
}
HEDDLE_CUDA cudaError_t cudaFreeHost(void* pointer) {
  if (library().is_shared(pointer)) return library().keep(library().free_shared(pointer));
  library().pinned.erase(pointer);
  std::free(pointer);
  return cudaSuccess;
}
HEDDLE_CUDA cudaError_t cudaHostGetDevicePointer(void** device, void* host, unsigned) {
  if (!library().is_shared(host)) return library().keep(cudaErrorInvalidValue);
  *device = host;
  return cudaSuccess;
}
HEDDLE_CUDA cudaError_t cudaHostRegister(void* pointer, std::size_t bytes, unsigned) {
  library().pinned[pointer] = bytes;
  return cudaSuccess;
}
HEDDLE_CUDA cudaError_t cudaHostUnregister(void* pointer) {
  return library().pinned.erase(pointer) != 0 ? cudaSuccess : library().keep(cudaErrorInvalidValue);
}

HEDDLE_CUDA cudaError_t cudaMemcpy(void* to, const void* from, std::size_t bytes, cudaMemcpyKind kind) {
  return copy(to, from, bytes, kind);
}
HEDDLE_CUDA cudaError_t cudaMemcpyAsync(void* to, const void* from, std::size_t bytes, cudaMemcpyKind kind,
                                        cudaStream_t) {
  return copy(to, from, bytes, kind);
}
HEDDLE_CUDA cudaError_t cudaMemcpy2D(void* to, std::size_t to_pitch, const void* from, std::size_t from_pitch,
                                     std::size_t width, std::size_t height, cudaMemcpyKind kind) {
  return copy_rows(to, to_pitch, from, from_pitch, width, height, kind);
}
HEDDLE_CUDA cudaError_t cudaMemcpy2DAsync(void* to, std::size_t to_pitch, const void* from,
                                          std::size_t from_pitch, std::size_t width, std::size_t height,
                                          cudaMemcpyKind kind, cudaStream_t) {
  return copy_rows(to, to_pitch, from, from_pitch, width, height, kind);
}
HEDDLE_CUDA cudaError_t cudaMemset(void* to, int value, std::size_t bytes) { return fill(to, value, bytes); }
HEDDLE_CUDA cudaError_t cudaMemsetAsync(void* to, int value, std::size_t bytes, cudaStream_t) {
  return fill(to, value, bytes);
}
HEDDLE_CUDA cudaError_t cudaMemset2D(void* to, std::size_t pitch, int value, std::size_t width,
                                     std::size_t height) {
  return fill_rows(to, pitch, value, width, height);
}
HEDDLE_CUDA cudaError_t cudaMemset2DAsync(void* to, std::size_t pitch, int value, std::size_t width,
                                          std::size_t height, cudaStream_t) {
  return fill_rows(to, pitch, value, width, height);
}

HEDDLE_CUDA cudaError_t cudaMemcpyToSymbol(const void* symbol, const void* from, std::size_t bytes,
                                           std::size_t offset, cudaMemcpyKind kind) {
  return copy_to_symbol(symbol, from, bytes, offset, kind);
}
HEDDLE_CUDA cudaError_t cudaMemcpyToSymbolAsync(const void* symbol, const void* from, std::size_t bytes,
                                                std::size_t offset, cudaMemcpyKind kind, cudaStream_t) {
  return copy_to_symbol(symbol, from, bytes, offset, kind);
}
HEDDLE_CUDA cudaError_t cudaMemcpyFromSymbol(void* to, const void* symbol, std::size_t bytes,
                                             std::size_t offset, cudaMemcpyKind kind) {
  return copy_from_symbol(to, symbol, bytes, offset, kind);
}
HEDDLE_CUDA cudaError_t cudaMemcpyFromSymbolAsync(void* to, const void* symbol, std::size_t bytes,
                                                  std::size_t offset, cudaMemcpyKind kind, cudaStream_t) {
  return copy_from_symbol(to, symbol, bytes, offset, kind);
}
HEDDLE_CUDA cudaError_t cudaGetSymbolAddress(void** pointer, const void* symbol) {
  std::uint64_t address = 0;
  const cudaError_t status = address_of_symbol(address, symbol, 0, 0);
  *pointer = reinterpret_cast<void*>(address);
  return status;
}
HEDDLE_CUDA cudaError_t cudaGetSymbolSize(std::size_t* bytes, const void* symbol) {
  cudaError_t status{};
  const VariableState* variable = library().variable(symbol, status);
  if (variable != nullptr) *bytes = variable->bytes;
  return library().keep(status);
}

HEDDLE_CUDA cudaError_t cudaMemGetInfo(std::size_t* free, std::size_t* total) {
  std::size_t used = 0;
  for (const auto& [address, memory] : library().allocations) used += memory.bytes;
  *total = library().device().memory_bytes;
  *free = *total - std::min(*total, used);
  return cudaSuccess;
}
HEDDLE_CUDA cudaError_t cudaPointerGetAttributes(cudaPointerAttributes* attributes, const void* pointer) {
  void* const same = const_cast<void*>(pointer);
  if (library().is_shared(pointer))
    *attributes = {3, 0, same, same};
  else if (library().is_on_device(pointer))
    *attributes = {2, 0, same, nullptr};
  else if (library().pinned.contains(pointer))
    *attributes = {1, 0, nullptr, same};
  else
    *attributes = {0, -1, nullptr, same};
  return cudaSuccess;
}
