// SPDX-License-Identifier: Apache-2.0
// The device, its context, and errors.
#include <algorithm>
#include <cstring>

#include "driver.hpp"

using namespace heddle::exec;

namespace {

struct ContextState {};
ContextState only_context;
ContextState* current = nullptr;

Status make_context(ContextState** context) {
  *context = current = &only_context;
  return success;
}

}  // namespace

HEDDLE_CUDA Status cuInit(unsigned) {
  library().device();  // tells the other side that the program uses this library
  return success;
}
HEDDLE_CUDA Status cuDriverGetVersion(int* version) {
  *version = 13000;
  return success;
}
HEDDLE_CUDA Status cuDeviceGetCount(int* count) {
  *count = 1;
  return success;
}
HEDDLE_CUDA Status cuDeviceGet(Device* device, int number) {
  *device = number;
  return number == 0 ? success : static_cast<Status>(cudaErrorInvalidDevice);
}
HEDDLE_CUDA Status cuDeviceGetName(char* name, int bytes, Device) {
  const std::string all = library().device().name;
  if (bytes <= 0) return invalid_value;
  const std::size_t kept = std::min(all.size(), static_cast<std::size_t>(bytes) - 1);
  std::memcpy(name, all.data(), kept);
  name[kept] = 0;
  return success;
}
HEDDLE_CUDA Status cuDeviceTotalMem_v2(std::size_t* bytes, Device) {
  *bytes = library().device().memory_bytes;
  return success;
}
HEDDLE_CUDA Status cuDeviceGetAttribute(int* value, int attribute, Device device) {
  return status_of(cudaDeviceGetAttribute(value, attribute, device));
}
HEDDLE_CUDA Status cuDeviceComputeCapability(int* major, int* minor, Device device) {
  cudaDeviceGetAttribute(major, cudaDevAttrComputeCapabilityMajor, device);
  return status_of(cudaDeviceGetAttribute(minor, cudaDevAttrComputeCapabilityMinor, device));
}

HEDDLE_CUDA Status cuDevicePrimaryCtxRetain(ContextState** context, Device) {
  *context = &only_context;
  return success;
}
HEDDLE_CUDA Status cuDevicePrimaryCtxRelease_v2(Device) { return success; }
HEDDLE_CUDA Status cuCtxCreate_v2(ContextState** context, unsigned, Device) { return make_context(context); }
HEDDLE_CUDA Status cuCtxCreate_v4(ContextState** context, void*, unsigned, Device) {
  return make_context(context);
}
HEDDLE_CUDA Status cuCtxDestroy_v2(ContextState*) {
  current = nullptr;
  return success;
}
HEDDLE_CUDA Status cuCtxSetCurrent(ContextState* context) {
  current = context;
  return success;
}
HEDDLE_CUDA Status cuCtxGetCurrent(ContextState** context) {
  *context = current;
  return success;
}
HEDDLE_CUDA Status cuCtxPushCurrent_v2(ContextState* context) { return cuCtxSetCurrent(context); }
HEDDLE_CUDA Status cuCtxPopCurrent_v2(ContextState** context) {
  if (context != nullptr) *context = current;
  return success;
}
HEDDLE_CUDA Status cuCtxGetDevice(Device* device) {
  *device = 0;
  return current == nullptr ? invalid_context : success;
}
HEDDLE_CUDA Status cuCtxSynchronize() { return status_of(cudaDeviceSynchronize()); }
HEDDLE_CUDA Status cuCtxSetCacheConfig(int) { return success; }
HEDDLE_CUDA Status cuCtxSetLimit(int, std::size_t) { return success; }

HEDDLE_CUDA Status cuGetErrorString(Status status, const char** text) {
  *text = cudaGetErrorString(static_cast<cudaError_t>(status));
  return success;
}
HEDDLE_CUDA Status cuGetErrorName(Status status, const char** name) {
  static const std::map<Status, const char*> names{{0, "CUDA_SUCCESS"},
                                                   {1, "CUDA_ERROR_INVALID_VALUE"},
                                                   {2, "CUDA_ERROR_OUT_OF_MEMORY"},
                                                   {101, "CUDA_ERROR_INVALID_DEVICE"},
                                                   {201, "CUDA_ERROR_INVALID_CONTEXT"},
                                                   {301, "CUDA_ERROR_FILE_NOT_FOUND"},
                                                   {400, "CUDA_ERROR_INVALID_HANDLE"},
                                                   {500, "CUDA_ERROR_NOT_FOUND"},
                                                   {700, "CUDA_ERROR_ILLEGAL_ADDRESS"},
                                                   {701, "CUDA_ERROR_LAUNCH_OUT_OF_RESOURCES"},
                                                   {702, "CUDA_ERROR_LAUNCH_TIMEOUT"},
                                                   {710, "CUDA_ERROR_ASSERT"},
                                                   {716, "CUDA_ERROR_MISALIGNED_ADDRESS"},
                                                   {719, "CUDA_ERROR_LAUNCH_FAILED"}};
  const auto there = names.find(status);
  *name = there == names.end() ? "CUDA_ERROR_UNKNOWN" : there->second;
  return success;
}
