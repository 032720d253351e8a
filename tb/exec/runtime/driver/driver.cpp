// SPDX-License-Identifier: Apache-2.0
// The CUDA driver API, in a library that stands in the place of libcuda.so.1. Most of it is the runtime's
// work
// (../*.cpp) under the driver's names and numbers (CUDA Driver API reference manual).
#include <algorithm>
#include <cstring>
#include <fstream>
#include <iterator>
#include <memory>

#include "../library.hpp"

using namespace heddle::exec;

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
cudaError_t cudaMemset(void*, int, std::size_t);
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

namespace {

using Device = int;
using Pointer = std::uint64_t;
/// CUresult: where both have a status, it has the same number; a launch that cannot be is an invalid value
/// here.
using Status = int;

constexpr Status success = 0, invalid_value = 1, invalid_context = 201, file_not_found = 301, not_found = 500;

struct Loaded {
  std::vector<char> bytes{};
  Binary binary{};
  std::map<std::string, KernelState> kernels{};
  std::map<std::string, VariableState> variables{};
};
struct ContextState {};
ContextState only_context;
ContextState* current = nullptr;

Library& library() { return Library::one(); }

Status status_of(cudaError_t status) {
  return status == cudaErrorInvalidConfiguration ? invalid_value : static_cast<Status>(status);
}

void* as_pointer(Pointer address) { return reinterpret_cast<void*>(address); }

/// The bytes of PTX, which ends with a zero, or of a fat binary, whose head says how many.
std::size_t bytes_of(const void* image) {
  constexpr unsigned char fat[] = {0x50, 0xed, 0x55, 0xba}, machine_code[] = {0x7f, 'E', 'L', 'F'};
  if (std::memcmp(image, machine_code, sizeof(machine_code)) == 0)
    library().refuse("cuModuleLoadData with machine code (a cubin)");
  if (std::memcmp(image, fat, sizeof(fat)) != 0) return std::strlen(static_cast<const char*>(image));
  std::uint16_t head = 0;
  std::uint64_t rest = 0;
  std::memcpy(&head, static_cast<const char*>(image) + 6, sizeof(head));
  std::memcpy(&rest, static_cast<const char*>(image) + 8, sizeof(rest));
  return head + rest;
}

Status load(Loaded** module, std::vector<char> bytes) {
  auto loaded = std::make_unique<Loaded>();
  loaded->bytes = std::move(bytes);
  loaded->binary = {.data = loaded->bytes.data(), .bytes = loaded->bytes.size()};
  if (const cudaError_t status = library().load(loaded->binary); status != cudaSuccess)
    return status_of(status);
  *module = loaded.release();
  return success;
}

Status load_image(Loaded** module, const void* image) {
  const auto* from = static_cast<const char*>(image);
  return load(module, {from, from + bytes_of(image)});
}

Status fill(Pointer to, std::uint64_t value, std::size_t count, std::uint32_t element) {
  if (count == 0) return success;
  if (library().is_shared(as_pointer(to))) {
    for (std::size_t k = 0; k < count; ++k) std::memcpy(as_pointer(to + k * element), &value, element);
    return success;
  }
  return status_of(library().call(Call::fill, to, value, count, nullptr, 0, element).status);
}

Status copy(void* to, const void* from, std::size_t bytes, cudaMemcpyKind kind) {
  return status_of(cudaMemcpy(to, from, bytes, kind));
}

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
  cudaDeviceGetAttribute(major, 75, device);
  return status_of(cudaDeviceGetAttribute(minor, 76, device));
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

HEDDLE_CUDA Status cuModuleLoadData(Loaded** module, const void* image) { return load_image(module, image); }
HEDDLE_CUDA Status cuModuleLoadDataEx(Loaded** module, const void* image, unsigned, int*, void**) {
  return load_image(module, image);
}
HEDDLE_CUDA Status cuModuleLoadFatBinary(Loaded** module, const void* image) {
  return load_image(module, image);
}
HEDDLE_CUDA Status cuModuleLoad(Loaded** module, const char* file) {
  std::ifstream in(file, std::ios::binary);
  if (!in) return file_not_found;
  std::vector<char> bytes{std::istreambuf_iterator<char>(in), {}};
  bytes.resize(std::max<std::size_t>(bytes.size(), 4));
  if (bytes[0] == 0x7f) library().refuse("cuModuleLoad of machine code (a cubin)");
  return load(module, std::move(bytes));
}
HEDDLE_CUDA Status cuModuleUnload(Loaded*) { return success; }
HEDDLE_CUDA Status cuModuleGetFunction(KernelState** function, Loaded* module, const char* name) {
  KernelState& kernel = module->kernels[name];
  kernel.binary = &module->binary;
  kernel.name = name;
  *function = &kernel;
  return status_of(library().find(kernel));
}
HEDDLE_CUDA Status cuModuleGetGlobal_v2(Pointer* address, std::size_t* bytes, Loaded* module,
                                        const char* name) {
  VariableState& variable = module->variables[name];
  variable.binary = &module->binary;
  variable.name = name;
  if (const cudaError_t status = library().find(variable); status != cudaSuccess) return not_found;
  if (address != nullptr) *address = variable.address;
  if (bytes != nullptr) *bytes = variable.bytes;
  return success;
}

HEDDLE_CUDA Status cuFuncGetAttribute(int* value, int attribute, KernelState* function) {
  const FunctionInfo& f = function->info;
  const std::uint32_t known[] = {
      f.max_threads, f.shared_bytes, f.constant_bytes, f.local_bytes, f.registers, 75, 75};
  *value = attribute >= 0 && attribute < static_cast<int>(std::size(known))
               ? static_cast<int>(known[attribute])
               : 0;
  return success;
}
HEDDLE_CUDA Status cuFuncSetAttribute(KernelState*, int, int) { return success; }
HEDDLE_CUDA Status cuFuncSetCacheConfig(KernelState*, int) { return success; }
HEDDLE_CUDA Status cuOccupancyMaxActiveBlocksPerMultiprocessor(int* ctas, KernelState* function, int threads,
                                                               std::size_t shared) {
  const Result result =
      library().call(Call::occupancy, function->function, static_cast<std::uint64_t>(threads), shared);
  *ctas = static_cast<int>(result.value);
  return status_of(result.status);
}

HEDDLE_CUDA Status cuLaunchKernel(KernelState* function, unsigned gx, unsigned gy, unsigned gz, unsigned bx,
                                  unsigned by, unsigned bz, unsigned shared, cudaStream_t, void** arguments,
                                  void** extra) {
  const dim3 grid{gx, gy, gz}, cta{bx, by, bz};
  if (arguments != nullptr || function->info.parameters == 0)
    return status_of(library().keep(library().launch(*function, grid, cta, arguments, shared)));
  // Or as one block: a list of keys and values, with the block behind key 1, the place of its size behind
  // key 2.
  const void* block = nullptr;
  std::size_t bytes = 0;
  for (; extra != nullptr && extra[0] != nullptr; extra += 2) {
    if (extra[0] == as_pointer(1)) block = extra[1];
    if (extra[0] == as_pointer(2)) bytes = *static_cast<const std::size_t*>(extra[1]);
  }
  if (block == nullptr || bytes > function->info.parameter_bytes) return invalid_value;
  std::vector<char> whole(function->info.parameter_bytes);
  std::memcpy(whole.data(), block, bytes);
  return status_of(library().keep(library().launch_block(*function, grid, cta, whole.data(), shared)));
}

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

HEDDLE_CUDA Status cuStreamCreate(cudaStream_t* stream, unsigned flags) {
  return status_of(cudaStreamCreateWithFlags(stream, flags));
}
HEDDLE_CUDA Status cuStreamCreateWithPriority(cudaStream_t* stream, unsigned flags, int) {
  return cuStreamCreate(stream, flags);
}
HEDDLE_CUDA Status cuStreamDestroy_v2(cudaStream_t stream) { return status_of(cudaStreamDestroy(stream)); }
HEDDLE_CUDA Status cuStreamSynchronize(cudaStream_t) { return cuCtxSynchronize(); }
HEDDLE_CUDA Status cuStreamQuery(cudaStream_t) { return cuCtxSynchronize(); }
HEDDLE_CUDA Status cuStreamWaitEvent(cudaStream_t, cudaEvent_t, unsigned) { return success; }
HEDDLE_CUDA Status cuEventCreate(cudaEvent_t* event, unsigned) { return status_of(cudaEventCreate(event)); }
HEDDLE_CUDA Status cuEventDestroy_v2(cudaEvent_t event) { return status_of(cudaEventDestroy(event)); }
HEDDLE_CUDA Status cuEventRecord(cudaEvent_t event, cudaStream_t stream) {
  return status_of(cudaEventRecord(event, stream));
}
HEDDLE_CUDA Status cuEventSynchronize(cudaEvent_t) { return cuCtxSynchronize(); }
HEDDLE_CUDA Status cuEventQuery(cudaEvent_t) { return cuCtxSynchronize(); }
HEDDLE_CUDA Status cuEventElapsedTime(float* milliseconds, cudaEvent_t start, cudaEvent_t end) {
  return status_of(cudaEventElapsedTime(milliseconds, start, end));
}
HEDDLE_CUDA Status cuEventElapsedTime_v2(float* milliseconds, cudaEvent_t start, cudaEvent_t end) {
  return cuEventElapsedTime(milliseconds, start, end);
}

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
