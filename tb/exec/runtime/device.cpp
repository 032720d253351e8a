// SPDX-License-Identifier: Apache-2.0
// The device, streams, events and errors. There is one device; work is done when it is asked for.
#include <cstring>
#include <utility>

#include "library.hpp"

using namespace heddle::exec;

struct StreamState {
  unsigned flags = 0;
};
struct EventState {
  bool recorded = false;
  std::uint64_t picoseconds = 0;
};

namespace {

int as_int(std::uint64_t value) { return value > 0x7fffffff ? 0x7fffffff : static_cast<int>(value); }

cudaError_t make_stream(cudaStream_t* stream, unsigned flags) {
  *stream = new StreamState{flags};
  return cudaSuccess;
}

cudaError_t record(cudaEvent_t event) {
  if (event == nullptr) return library().keep(cudaErrorInvalidResourceHandle);
  event->picoseconds = library().call(Call::now).value;
  event->recorded = true;
  return cudaSuccess;
}

constexpr unsigned most_z = 64, most_grid_x = 0x7fffffff, most_grid_yz = 65535, constant_bytes = 65536,
                   warp_size = 32;
constexpr int compute_major = 7, compute_minor = 5;  // what Heddle's PTX covers as a whole
constexpr int version = 13000;

}  // namespace

HEDDLE_CUDA cudaError_t cudaGetDeviceCount(int* count) {
  *count = 1;
  return cudaSuccess;
}
HEDDLE_CUDA cudaError_t cudaSetDevice(int device) {
  return device == 0 ? cudaSuccess : library().keep(cudaErrorInvalidDevice);
}
HEDDLE_CUDA cudaError_t cudaInitDevice(int device, unsigned, unsigned) { return cudaSetDevice(device); }
HEDDLE_CUDA cudaError_t cudaSetDeviceFlags(unsigned) { return cudaSuccess; }
HEDDLE_CUDA cudaError_t cudaGetDevice(int* device) {
  *device = 0;
  return cudaSuccess;
}
HEDDLE_CUDA cudaError_t cudaChooseDevice(int* device, const cudaDeviceProp*) { return cudaGetDevice(device); }
HEDDLE_CUDA cudaError_t cudaDeviceSynchronize() { return library().failed(); }
HEDDLE_CUDA cudaError_t cudaDeviceReset() { return cudaSuccess; }
HEDDLE_CUDA cudaError_t cudaDeviceSetLimit(int, std::size_t) { return cudaSuccess; }
HEDDLE_CUDA cudaError_t cudaDeviceGetLimit(std::size_t* value, int limit) {
  // CUDA's defaults.
  constexpr std::size_t stack = 1024, printf_buffer = std::size_t{1} << 20, heap = std::size_t{8} << 20;
  *value = limit == 0 ? stack : limit == 1 ? printf_buffer : heap;
  return cudaSuccess;
}
HEDDLE_CUDA cudaError_t cudaDeviceSetCacheConfig(int) { return cudaSuccess; }
HEDDLE_CUDA cudaError_t cudaDeviceGetCacheConfig(int* config) {
  *config = 0;
  return cudaSuccess;
}
HEDDLE_CUDA cudaError_t cudaDeviceGetStreamPriorityRange(int* least, int* greatest) {
  *least = *greatest = 0;
  return cudaSuccess;
}
HEDDLE_CUDA cudaError_t cudaDeviceCanAccessPeer(int* can, int, int) {
  *can = 0;
  return cudaSuccess;
}

HEDDLE_CUDA cudaError_t cudaGetDeviceProperties(cudaDeviceProp* p, int device) {
  if (device != 0) return library().keep(cudaErrorInvalidDevice);
  const DeviceInfo& d = library().device();
  std::memset(p, 0, sizeof(*p));
  std::memcpy(p->name, d.name, sizeof(p->name));
  p->totalGlobalMem = d.memory_bytes;
  p->sharedMemPerBlock = p->sharedMemPerBlockOptin = d.shared_per_cta;
  p->sharedMemPerMultiprocessor = d.shared_per_sm;
  p->regsPerBlock = p->regsPerMultiprocessor = as_int(d.registers_per_sm);
  p->warpSize = warp_size;
  p->memPitch = 0x7fffffff;
  p->maxThreadsPerBlock = as_int(d.threads_per_cta);
  p->maxThreadsDim[0] = p->maxThreadsDim[1] = as_int(d.threads_per_cta);
  p->maxThreadsDim[2] = most_z;
  p->maxGridSize[0] = most_grid_x;
  p->maxGridSize[1] = p->maxGridSize[2] = most_grid_yz;
  p->totalConstMem = constant_bytes;
  p->major = compute_major;
  p->minor = compute_minor;
  p->textureAlignment = p->texturePitchAlignment = p->surfaceAlignment = 512;
  p->multiProcessorCount = as_int(d.sms);
  p->canMapHostMemory = p->unifiedAddressing = p->managedMemory = p->concurrentKernels = 1;
  p->l2CacheSize = as_int(d.l2_bytes);
  p->maxThreadsPerMultiProcessor = as_int(d.threads_per_sm);
  p->maxBlocksPerMultiProcessor = as_int(d.ctas_per_sm);
  p->clockRate = as_int(d.core_khz);
  p->memoryClockRate = as_int(d.memory_khz);
  p->globalL1CacheSupported = p->localL1CacheSupported = 1;
  return cudaSuccess;
}

HEDDLE_CUDA cudaError_t cudaDeviceGetAttribute(int* value, int attribute, int device) {
  if (device != 0) return library().keep(cudaErrorInvalidDevice);
  const DeviceInfo& d = library().device();
  const std::pair<cudaDeviceAttr, std::uint64_t> known[]{
      {cudaDevAttrMaxThreadsPerBlock, d.threads_per_cta},
      {cudaDevAttrMaxBlockDimX, d.threads_per_cta},
      {cudaDevAttrMaxBlockDimY, d.threads_per_cta},
      {cudaDevAttrMaxBlockDimZ, most_z},
      {cudaDevAttrMaxGridDimX, most_grid_x},
      {cudaDevAttrMaxGridDimY, most_grid_yz},
      {cudaDevAttrMaxGridDimZ, most_grid_yz},
      {cudaDevAttrMaxSharedMemoryPerBlock, d.shared_per_cta},
      {cudaDevAttrMaxSharedMemoryPerBlockOptin, d.shared_per_cta},
      {cudaDevAttrMaxSharedMemoryPerMultiprocessor, d.shared_per_sm},
      {cudaDevAttrTotalConstantMemory, constant_bytes},
      {cudaDevAttrWarpSize, warp_size},
      {cudaDevAttrMaxRegistersPerBlock, d.registers_per_sm},
      {cudaDevAttrMaxRegistersPerMultiprocessor, d.registers_per_sm},
      {cudaDevAttrClockRate, d.core_khz},
      {cudaDevAttrMemoryClockRate, d.memory_khz},
      {cudaDevAttrMultiProcessorCount, d.sms},
      {cudaDevAttrCanMapHostMemory, 1},
      {cudaDevAttrConcurrentKernels, 1},
      {cudaDevAttrL2CacheSize, d.l2_bytes},
      {cudaDevAttrMaxThreadsPerMultiProcessor, d.threads_per_sm},
      {cudaDevAttrUnifiedAddressing, 1},
      {cudaDevAttrComputeCapabilityMajor, compute_major},
      {cudaDevAttrComputeCapabilityMinor, compute_minor},
      {cudaDevAttrManagedMemory, 1},
      {cudaDevAttrMaxBlocksPerMultiprocessor, d.ctas_per_sm}};
  *value = 0;  // what Heddle does not have
  for (const auto& [number, has] : known)
    if (number == attribute) *value = as_int(has);
  return cudaSuccess;
}

HEDDLE_CUDA cudaError_t cudaRuntimeGetVersion(int* number) {
  *number = version;
  return cudaSuccess;
}
HEDDLE_CUDA cudaError_t cudaDriverGetVersion(int* number) { return cudaRuntimeGetVersion(number); }
HEDDLE_CUDA cudaError_t cudaProfilerStart() { return cudaSuccess; }
HEDDLE_CUDA cudaError_t cudaProfilerStop() { return cudaSuccess; }

HEDDLE_CUDA cudaError_t cudaStreamCreate(cudaStream_t* stream) { return make_stream(stream, 0); }
HEDDLE_CUDA cudaError_t cudaStreamCreateWithFlags(cudaStream_t* stream, unsigned flags) {
  return make_stream(stream, flags);
}
HEDDLE_CUDA cudaError_t cudaStreamCreateWithPriority(cudaStream_t* stream, unsigned flags, int) {
  return make_stream(stream, flags);
}
HEDDLE_CUDA cudaError_t cudaStreamDestroy(cudaStream_t stream) {
  delete stream;
  return cudaSuccess;
}
HEDDLE_CUDA cudaError_t cudaStreamSynchronize(cudaStream_t) { return library().failed(); }
HEDDLE_CUDA cudaError_t cudaStreamQuery(cudaStream_t) { return library().failed(); }
HEDDLE_CUDA cudaError_t cudaStreamWaitEvent(cudaStream_t, cudaEvent_t, unsigned) { return cudaSuccess; }
HEDDLE_CUDA cudaError_t cudaStreamGetFlags(cudaStream_t stream, unsigned* flags) {
  *flags = stream == nullptr ? 0 : stream->flags;
  return cudaSuccess;
}
HEDDLE_CUDA cudaError_t cudaStreamGetPriority(cudaStream_t, int* priority) {
  *priority = 0;
  return cudaSuccess;
}
HEDDLE_CUDA cudaError_t cudaStreamIsCapturing(cudaStream_t, int* status) {
  *status = 0;
  return cudaSuccess;
}
HEDDLE_CUDA cudaError_t cudaStreamAddCallback(cudaStream_t stream, cudaStreamCallback_t function, void* data,
                                              unsigned) {
  function(stream, cudaSuccess, data);
  return cudaSuccess;
}

HEDDLE_CUDA cudaError_t cudaEventCreate(cudaEvent_t* event) {
  *event = new EventState;
  return cudaSuccess;
}
HEDDLE_CUDA cudaError_t cudaEventCreateWithFlags(cudaEvent_t* event, unsigned) {
  return cudaEventCreate(event);
}
HEDDLE_CUDA cudaError_t cudaEventDestroy(cudaEvent_t event) {
  delete event;
  return cudaSuccess;
}
HEDDLE_CUDA cudaError_t cudaEventRecord(cudaEvent_t event, cudaStream_t) { return record(event); }
HEDDLE_CUDA cudaError_t cudaEventRecordWithFlags(cudaEvent_t event, cudaStream_t, unsigned) {
  return record(event);
}
HEDDLE_CUDA cudaError_t cudaEventSynchronize(cudaEvent_t) { return library().failed(); }
HEDDLE_CUDA cudaError_t cudaEventQuery(cudaEvent_t) { return cudaSuccess; }
HEDDLE_CUDA cudaError_t cudaEventElapsedTime(float* milliseconds, cudaEvent_t start, cudaEvent_t end) {
  if (start == nullptr || end == nullptr || !start->recorded || !end->recorded)
    return library().keep(cudaErrorInvalidResourceHandle);
  *milliseconds = static_cast<float>(
      (static_cast<double>(end->picoseconds) - static_cast<double>(start->picoseconds)) * 1e-9);
  return cudaSuccess;
}

HEDDLE_CUDA cudaError_t cudaPeekAtLastError() { return library().last(); }
HEDDLE_CUDA cudaError_t cudaGetLastError() {
  const cudaError_t last = library().last();
  library().forget();
  return last;
}

namespace {

struct ErrorText {
  cudaError_t status;
  const char *name, *text;
};
#define NAMED(status, text) \
  { status, #status, text }
constexpr ErrorText errors[]{
    NAMED(cudaSuccess, "no error"),
    NAMED(cudaErrorInvalidValue, "invalid argument"),
    NAMED(cudaErrorMemoryAllocation, "out of memory"),
    NAMED(cudaErrorInvalidConfiguration, "invalid configuration argument"),
    NAMED(cudaErrorInvalidSymbol, "invalid device symbol"),
    NAMED(cudaErrorInvalidMemcpyDirection, "invalid copy direction for memcpy"),
    NAMED(cudaErrorInvalidDeviceFunction, "invalid device function"),
    NAMED(cudaErrorInvalidDevice, "invalid device ordinal"),
    NAMED(cudaErrorInvalidResourceHandle, "invalid resource handle"),
    NAMED(cudaErrorNotReady, "device not ready"),
    NAMED(cudaErrorLaunchOutOfResources, "too many resources requested for launch"),
    NAMED(cudaErrorIllegalAddress, "an illegal memory access was encountered"),
    NAMED(cudaErrorLaunchTimeout, "the launch timed out and was terminated"),
    NAMED(cudaErrorAssert, "device-side assert triggered"),
    NAMED(cudaErrorMisalignedAddress, "misaligned address"),
    NAMED(cudaErrorLaunchFailure, "unspecified launch failure"),
    NAMED(cudaErrorNotSupported, "operation not supported"),
};

const ErrorText& text_of(cudaError_t status) {
  static constexpr ErrorText unknown = NAMED(cudaErrorUnknown, "unknown error");
  for (const ErrorText& error : errors)
    if (error.status == status) return error;
  return unknown;
}

}  // namespace

HEDDLE_CUDA const char* cudaGetErrorName(cudaError_t status) { return text_of(status).name; }
HEDDLE_CUDA const char* cudaGetErrorString(cudaError_t status) { return text_of(status).text; }
