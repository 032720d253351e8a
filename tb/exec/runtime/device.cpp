// SPDX-License-Identifier: Apache-2.0
// The device, streams, events and errors. There is one device; work is done when it is asked for.
#include <cstring>

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

Library& library() { return Library::one(); }

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
  p->warpSize = 32;
  p->memPitch = 0x7fffffff;
  p->maxThreadsPerBlock = as_int(d.threads_per_cta);
  p->maxThreadsDim[0] = p->maxThreadsDim[1] = as_int(d.threads_per_cta);
  p->maxThreadsDim[2] = 64;
  p->maxGridSize[0] = 0x7fffffff;
  p->maxGridSize[1] = p->maxGridSize[2] = 65535;
  p->totalConstMem = 65536;
  p->major = compute_major;
  p->minor = compute_minor;
  p->textureAlignment = p->texturePitchAlignment = p->surfaceAlignment = 512;
  p->multiProcessorCount = as_int(d.sms);
  p->canMapHostMemory = p->unifiedAddressing = p->managedMemory = p->concurrentKernels = 1;
  p->l2CacheSize = as_int(d.l2_bytes);
  p->maxThreadsPerMultiProcessor = as_int(d.threads_per_sm);
  p->maxBlocksPerMultiProcessor = as_int(d.ctas_per_sm);
  p->clockRate = p->memoryClockRate = as_int(d.core_khz);
  p->globalL1CacheSupported = p->localL1CacheSupported = 1;
  return cudaSuccess;
}

HEDDLE_CUDA cudaError_t cudaDeviceGetAttribute(int* value, int attribute, int device) {
  if (device != 0) return library().keep(cudaErrorInvalidDevice);
  const DeviceInfo& d = library().device();
  // Numbers of enum cudaDeviceAttr.
  switch (attribute) {
    case 1:
    case 2:
    case 3:
      *value = as_int(d.threads_per_cta);
      break;  // threads of a CTA; x; y
    case 4:
      *value = 64;
      break;  // z
    case 5:
      *value = 0x7fffffff;
      break;  // grid x
    case 6:
    case 7:
      *value = 65535;
      break;  // y, z
    case 8:
    case 97:
      *value = as_int(d.shared_per_cta);
      break;
    case 9:
      *value = 65536;
      break;  // constants
    case 10:
      *value = 32;
      break;
    case 12:
    case 82:
      *value = as_int(d.registers_per_sm);
      break;
    case 13:
      *value = as_int(d.core_khz);
      break;
    case 16:
      *value = as_int(d.sms);
      break;
    case 19:
    case 41:
    case 83:
      *value = 1;
      break;  // mapped host memory; unified; managed
    case 31:
      *value = 1;
      break;  // concurrent kernels
    case 38:
      *value = as_int(d.l2_bytes);
      break;
    case 39:
      *value = as_int(d.threads_per_sm);
      break;
    case 75:
      *value = compute_major;
      break;
    case 76:
      *value = compute_minor;
      break;
    case 81:
      *value = as_int(d.shared_per_sm);
      break;
    case 106:
      *value = as_int(d.ctas_per_sm);
      break;
    default:
      *value = 0;  // what Heddle does not have
  }
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
constexpr ErrorText errors[]{
    {cudaSuccess, "cudaSuccess", "no error"},
    {cudaErrorInvalidValue, "cudaErrorInvalidValue", "invalid argument"},
    {cudaErrorMemoryAllocation, "cudaErrorMemoryAllocation", "out of memory"},
    {cudaErrorInvalidConfiguration, "cudaErrorInvalidConfiguration", "invalid configuration argument"},
    {cudaErrorInvalidSymbol, "cudaErrorInvalidSymbol", "invalid device symbol"},
    {cudaErrorInvalidMemcpyDirection, "cudaErrorInvalidMemcpyDirection", "invalid copy direction for memcpy"},
    {cudaErrorInvalidDeviceFunction, "cudaErrorInvalidDeviceFunction", "invalid device function"},
    {cudaErrorInvalidDevice, "cudaErrorInvalidDevice", "invalid device ordinal"},
    {cudaErrorInvalidResourceHandle, "cudaErrorInvalidResourceHandle", "invalid resource handle"},
    {cudaErrorNotReady, "cudaErrorNotReady", "device not ready"},
    {cudaErrorLaunchOutOfResources, "cudaErrorLaunchOutOfResources",
     "too many resources requested for launch"},
    {cudaErrorIllegalAddress, "cudaErrorIllegalAddress", "an illegal memory access was encountered"},
    {cudaErrorLaunchTimeout, "cudaErrorLaunchTimeout", "the launch timed out and was terminated"},
    {cudaErrorAssert, "cudaErrorAssert", "device-side assert triggered"},
    {cudaErrorMisalignedAddress, "cudaErrorMisalignedAddress", "misaligned address"},
    {cudaErrorLaunchFailure, "cudaErrorLaunchFailure", "unspecified launch failure"},
    {cudaErrorNotSupported, "cudaErrorNotSupported", "operation not supported"},
};

const ErrorText& text_of(cudaError_t status) {
  static constexpr ErrorText unknown{cudaErrorUnknown, "cudaErrorUnknown", "unknown error"};
  for (const ErrorText& error : errors)
    if (error.status == status) return error;
  return unknown;
}

}  // namespace

HEDDLE_CUDA const char* cudaGetErrorName(cudaError_t status) { return text_of(status).name; }
HEDDLE_CUDA const char* cudaGetErrorString(cudaError_t status) { return text_of(status).text; }
