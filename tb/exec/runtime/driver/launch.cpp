// SPDX-License-Identifier: Apache-2.0
// Modules, kernels and their launches; streams and events, in which work is done when it is asked for.
#include <algorithm>
#include <cstring>
#include <fstream>
#include <iterator>
#include <memory>

#include "driver.hpp"
#include "tb/exec/fat_binary_header.hpp"

using namespace heddle::exec;

namespace {

struct Loaded {
  std::vector<char> bytes{};
  Binary binary{};
  std::map<std::string, KernelState> kernels{};
  std::map<std::string, VariableState> variables{};
};

/// The bytes of PTX, which ends with a zero, or of a fat binary, whose header says how many.
std::size_t bytes_of(const void* image) {
  const auto* text = static_cast<const char*>(image);
  const std::size_t length = ::strnlen(text, sizeof(std::uint32_t));
  return length == sizeof(std::uint32_t) && is_fat_binary(image) ? bytes_of_fat_binary(image)
                                                                 : std::strlen(text);
}

Status load(Loaded** module, std::vector<char> bytes) {
  if (!bytes.empty() && bytes[0] == 0x7f) library().refuse("a module of machine code (a cubin)");
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

}  // namespace

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
  return load(module, {std::istreambuf_iterator<char>(in), {}});
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

HEDDLE_CUDA Status cuOccupancyMaxPotentialBlockSize(int* ctas, int* threads, KernelState* function,
                                                    std::size_t (*shared_of)(int), std::size_t shared,
                                                    int limit) {
  const int most = static_cast<int>(library().device().threads_per_cta);
  int best = 0;
  for (int size = limit > 0 ? std::min(limit, most) : most; size > 0; size -= 32) {
    int of_sm = 0;
    const std::size_t bytes = shared_of != nullptr ? shared_of(size) : shared;
    if (const Status status = cuOccupancyMaxActiveBlocksPerMultiprocessor(&of_sm, function, size, bytes);
        status != success)
      return status;
    if (of_sm * size <= best) continue;
    best = of_sm * size;
    *threads = size;
    *ctas = of_sm * static_cast<int>(library().device().sms);
  }
  return success;
}

HEDDLE_CUDA Status cuLaunchKernel(KernelState* function, unsigned gx, unsigned gy, unsigned gz, unsigned bx,
                                  unsigned by, unsigned bz, unsigned shared, cudaStream_t, void** arguments,
                                  void** extra) {
  const dim3 grid{gx, gy, gz}, cta{bx, by, bz};
  if (arguments != nullptr || function->info.parameters == 0)
    return status_of(library().keep(library().launch(*function, grid, cta, arguments, shared)));
  // Or as one block: a list of keys and values, the block after key 1, the place of its size after key 2.
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

HEDDLE_CUDA Status cuStreamCreate(cudaStream_t* stream, unsigned flags) {
  return status_of(cudaStreamCreateWithFlags(stream, flags));
}
HEDDLE_CUDA Status cuStreamCreateWithPriority(cudaStream_t* stream, unsigned flags, int) {
  return cuStreamCreate(stream, flags);
}
HEDDLE_CUDA Status cuStreamDestroy_v2(cudaStream_t stream) { return status_of(cudaStreamDestroy(stream)); }
HEDDLE_CUDA Status cuStreamSynchronize(cudaStream_t) { return status_of(cudaDeviceSynchronize()); }
HEDDLE_CUDA Status cuStreamQuery(cudaStream_t) { return status_of(cudaDeviceSynchronize()); }
HEDDLE_CUDA Status cuStreamWaitEvent(cudaStream_t, cudaEvent_t, unsigned) { return success; }
HEDDLE_CUDA Status cuEventCreate(cudaEvent_t* event, unsigned) { return status_of(cudaEventCreate(event)); }
HEDDLE_CUDA Status cuEventDestroy_v2(cudaEvent_t event) { return status_of(cudaEventDestroy(event)); }
HEDDLE_CUDA Status cuEventRecord(cudaEvent_t event, cudaStream_t stream) {
  return status_of(cudaEventRecord(event, stream));
}
HEDDLE_CUDA Status cuEventSynchronize(cudaEvent_t) { return status_of(cudaDeviceSynchronize()); }
HEDDLE_CUDA Status cuEventQuery(cudaEvent_t) { return status_of(cudaDeviceSynchronize()); }
HEDDLE_CUDA Status cuEventElapsedTime(float* milliseconds, cudaEvent_t start, cudaEvent_t end) {
  return status_of(cudaEventElapsedTime(milliseconds, start, end));
}
HEDDLE_CUDA Status cuEventElapsedTime_v2(float* milliseconds, cudaEvent_t start, cudaEvent_t end) {
  return cuEventElapsedTime(milliseconds, start, end);
}
