// SPDX-License-Identifier: Apache-2.0
// Kernels: what the compiler registers at the program's start, launches, and what a program asks about a
// kernel.
#include <cstring>
#include <deque>

#include "library.hpp"
#include "tb/exec/fat_binary_header.hpp"

using namespace heddle::exec;

namespace {

/// What stands between the angle brackets of kernel<<<...>>>(...), until the kernel's host function takes it.
struct Configuration {
  dim3 grid, cta;
  std::size_t shared = 0;
  cudaStream_t stream = nullptr;
};
thread_local std::deque<Configuration> configurations;

/// A fat binary as the compiler leaves it in the program.
struct Wrapper {
  int magic, version;
  const void* data;
};

cudaError_t launch(const void* host, dim3 grid, dim3 cta, void** arguments, std::size_t shared) {
  cudaError_t status{};
  KernelState* kernel = library().kernel(host, status);
  return library().keep(kernel == nullptr ? status : library().launch(*kernel, grid, cta, arguments, shared));
}

}  // namespace

HEDDLE_CUDA void** __cudaRegisterFatBinary(void* wrapper) {
  library().device();  // tells the other side that the program uses this library
  const void* data = static_cast<const Wrapper*>(wrapper)->data;
  return reinterpret_cast<void**>(new Binary{data, bytes_of_fat_binary(data)});
}
HEDDLE_CUDA void __cudaRegisterFatBinaryEnd(void**) {}
HEDDLE_CUDA void __cudaUnregisterFatBinary(void**) {}
HEDDLE_CUDA char __cudaInitModule(void**) { return 1; }
HEDDLE_CUDA void __cudaRegisterFunction(void** binary, const char* host, char*, const char* name, int, uint3*,
                                        uint3*, dim3*, dim3*, int*) {
  library().kernels[host] = {.binary = reinterpret_cast<Binary*>(binary), .name = name};
}
HEDDLE_CUDA void __cudaRegisterVar(void** binary, char* host, char*, const char* name, int, std::size_t, int,
                                   int) {
  library().variables[host] = {.binary = reinterpret_cast<Binary*>(binary), .name = name};
}
HEDDLE_CUDA void __cudaRegisterManagedVar(void**, void**, char*, const char* name, int, std::size_t, int,
                                          int) {
  library().refuse((std::string("__managed__ variables: ") + name).c_str());
}

HEDDLE_CUDA unsigned __cudaPushCallConfiguration(dim3 grid, dim3 cta, std::size_t shared,
                                                 cudaStream_t stream) {
  configurations.push_back({grid, cta, shared, stream});
  return 0;
}
HEDDLE_CUDA cudaError_t __cudaPopCallConfiguration(dim3* grid, dim3* cta, std::size_t* shared, void* stream) {
  if (configurations.empty()) return library().keep(cudaErrorInvalidConfiguration);
  const Configuration c = configurations.back();
  configurations.pop_back();
  *grid = c.grid;
  *cta = c.cta;
  *shared = c.shared;
  *static_cast<cudaStream_t*>(stream) = c.stream;
  return cudaSuccess;
}

HEDDLE_CUDA cudaError_t __cudaGetKernel(cudaKernel_t* kernel, const void* host) {
  *kernel = host;
  return cudaSuccess;
}
HEDDLE_CUDA cudaError_t cudaGetKernel(cudaKernel_t* kernel, const void* host) {
  return __cudaGetKernel(kernel, host);
}
HEDDLE_CUDA cudaError_t cudaGetFuncBySymbol(cudaFunction_t* function, const void* host) {
  *function = host;
  return cudaSuccess;
}
HEDDLE_CUDA cudaError_t __cudaLaunchKernel(cudaKernel_t kernel, dim3 grid, dim3 cta, void** arguments,
                                           std::size_t shared, cudaStream_t) {
  return launch(kernel, grid, cta, arguments, shared);
}
HEDDLE_CUDA cudaError_t cudaLaunchKernel(const void* kernel, dim3 grid, dim3 cta, void** arguments,
                                         std::size_t shared, cudaStream_t) {
  return launch(kernel, grid, cta, arguments, shared);
}
HEDDLE_CUDA cudaError_t cudaLaunchKernelExC(const cudaLaunchConfig_t* config, const void* kernel,
                                            void** arguments) {
  if (config->numAttrs != 0)
    library().refuse("cudaLaunchKernelExC with attributes (clusters, programmatic launches)");
  return launch(kernel, config->gridDim, config->blockDim, arguments, config->dynamicSmemBytes);
}
HEDDLE_CUDA cudaError_t cudaLaunchHostFunc(cudaStream_t, cudaHostFn_t function, void* data) {
  function(data);
  return cudaSuccess;
}

HEDDLE_CUDA cudaError_t cudaFuncGetAttributes(cudaFuncAttributes* attributes, const void* host) {
  cudaError_t status{};
  const KernelState* kernel = library().kernel(host, status);
  if (kernel == nullptr) return library().keep(status);
  const FunctionInfo& info = kernel->info;
  const int dynamic = static_cast<int>(library().device().shared_per_cta - info.shared_bytes);
  *attributes = {.sharedSizeBytes = info.shared_bytes,
                 .constSizeBytes = info.constant_bytes,
                 .localSizeBytes = info.local_bytes,
                 .maxThreadsPerBlock = static_cast<int>(info.max_threads),
                 .numRegs = static_cast<int>(info.registers),
                 .ptxVersion = 75,
                 .binaryVersion = 75,
                 .cacheModeCA = 0,
                 .maxDynamicSharedSizeBytes = dynamic,
                 .preferredShmemCarveout = -1};
  return cudaSuccess;
}
HEDDLE_CUDA cudaError_t cudaFuncSetAttribute(const void*, int, int) { return cudaSuccess; }
HEDDLE_CUDA cudaError_t cudaFuncSetCacheConfig(const void*, int) { return cudaSuccess; }
HEDDLE_CUDA cudaError_t cudaFuncSetSharedMemConfig(const void*, int) { return cudaSuccess; }
HEDDLE_CUDA cudaError_t cudaFuncGetName(const char** name, const void* host) {
  const auto there = library().kernels.find(host);
  if (there == library().kernels.end()) return library().keep(cudaErrorInvalidDeviceFunction);
  *name = there->second.name.c_str();
  return cudaSuccess;
}

HEDDLE_CUDA cudaError_t cudaOccupancyMaxActiveBlocksPerMultiprocessorWithFlags(int* ctas, const void* host,
                                                                               int threads,
                                                                               std::size_t shared, unsigned) {
  cudaError_t status{};
  const KernelState* kernel = library().kernel(host, status);
  if (kernel == nullptr) return library().keep(status);
  const Result result =
      library().call(Call::occupancy, kernel->function, static_cast<std::uint64_t>(threads), shared);
  *ctas = static_cast<int>(result.value);
  return library().keep(result.status);
}
HEDDLE_CUDA cudaError_t cudaOccupancyMaxActiveBlocksPerMultiprocessor(int* ctas, const void* host,
                                                                      int threads, std::size_t shared) {
  return cudaOccupancyMaxActiveBlocksPerMultiprocessorWithFlags(ctas, host, threads, shared, 0);
}
