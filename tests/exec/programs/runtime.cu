// SPDX-License-Identifier: Apache-2.0
// Calls most of the runtime, and says which of its checks failed.
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <vector>
__constant__ float factors[4];
__device__ int calls;
struct Pair { float a; double b; };
__global__ void scale(float* out, const float* in, Pair pair, int n) {
  extern __shared__ float tile[];
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  tile[threadIdx.x] = i < n ? in[i] : 0;
  __syncthreads();
  if (i < n) out[i] = tile[threadIdx.x] * factors[1] + pair.a + (float)pair.b;
  atomicAdd(&calls, 1);
}
template <class T>
__global__ void add(T* p, T by) { p[threadIdx.x] += by; }
__global__ void speak(int n) { if (threadIdx.x == 0) printf("kernel %d\n", n); }
__global__ void store_at(int* p, int i) { p[i] = 1; }

static int failures = 0;
static bool called = false;
#define CHECK(c) do { if (!(c)) { ++failures; printf("line %d: %s\n", __LINE__, #c); } } while (0)
#define OK(call) CHECK((call) == cudaSuccess)

static void all() {
  const int n = 1000;
  std::vector<float> host(n), back(n);
  for (int i = 0; i < n; ++i) host[i] = i;
  const float f[4] = {1, 2, 3, 4};
  float *in, *out;
  OK(cudaMalloc(&in, n * 4));
  OK(cudaMalloc((void**)&out, n * 4));
  OK(cudaMemcpyToSymbol(factors, f, sizeof(f)));
  OK(cudaMemcpy(in, host.data(), n * 4, cudaMemcpyHostToDevice));
  cudaEvent_t start, end;
  OK(cudaEventCreate(&start));
  OK(cudaEventCreate(&end));
  cudaStream_t stream;
  OK(cudaStreamCreate(&stream));
  OK(cudaEventRecord(start, stream));
  Pair pair = {0.5f, 0.25};
  scale<<<(n + 127) / 128, 128, 512, stream>>>(out, in, pair, n);
  OK(cudaGetLastError());
  OK(cudaEventRecord(end, stream));
  OK(cudaEventSynchronize(end));
  float ms = 0;
  OK(cudaEventElapsedTime(&ms, start, end));
#ifndef FUNCTIONAL
  CHECK(ms > 0 && ms < 1);
#endif
  OK(cudaMemcpy(back.data(), out, n * 4, cudaMemcpyDefault));
  for (int i = 0; i < n; ++i) CHECK(back[i] == 2.0f * i + 0.75f);
  int count = 0, value = 5;
  OK(cudaMemcpyFromSymbol(&count, calls, 4));
  CHECK(count == 1024);
  size_t bytes = 0;
  OK(cudaGetSymbolSize(&bytes, factors));
  CHECK(bytes == 16);
  void* symbol = nullptr;
  OK(cudaGetSymbolAddress(&symbol, calls));
  OK(cudaMemset(symbol, 0, 4));
  OK(cudaMemcpy(&value, symbol, 4, cudaMemcpyDeviceToHost));
  CHECK(value == 0);

  double* shared;  // by host and device
  OK(cudaMallocManaged(&shared, 64 * sizeof(double)));
  for (int i = 0; i < 64; ++i) shared[i] = i;
  add<<<1, 64>>>(shared, 0.5);
  OK(cudaDeviceSynchronize());
  for (int i = 0; i < 64; ++i) CHECK(shared[i] == i + 0.5);
  OK(cudaMemcpy(back.data(), shared, 8, cudaMemcpyDeviceToHost));
  cudaPointerAttributes attributes;
  OK(cudaPointerGetAttributes(&attributes, shared));
  CHECK(attributes.type == 3);
  OK(cudaFree(shared));

  char* rows;
  size_t pitch;
  OK(cudaMallocPitch(&rows, &pitch, 10, 3));
  char text[30], copy[30];
  for (int i = 0; i < 30; ++i) text[i] = i;
  OK(cudaMemset2D(rows, pitch, 7, 10, 3));
  OK(cudaMemcpy2D(rows, pitch, text, 10, 10, 2, cudaMemcpyHostToDevice));
  OK(cudaMemcpy2D(copy, 10, rows, pitch, 10, 3, cudaMemcpyDeviceToHost));
  CHECK(memcmp(copy, text, 20) == 0 && copy[25] == 7);
  OK(cudaMemcpy(out, in, 400, cudaMemcpyDeviceToDevice));

  cudaDeviceProp p;
  OK(cudaGetDeviceProperties(&p, 0));
  CHECK(p.multiProcessorCount == 15 && p.warpSize == 32 && strcmp(p.name, "gtx480_lee2015") == 0);
  int attribute = 0;
  OK(cudaDeviceGetAttribute(&attribute, cudaDevAttrMultiProcessorCount, 0));
  CHECK(attribute == 15);
  cudaFuncAttributes of;
  OK(cudaFuncGetAttributes(&of, scale));
  CHECK(of.numRegs > 0 && of.maxThreadsPerBlock > 0);
  int ctas = 0;
  OK(cudaOccupancyMaxActiveBlocksPerMultiprocessor(&ctas, scale, 256, 0));
  CHECK(ctas == 6);
  int attribute_of_memory = 0;
  OK(cudaDeviceGetAttribute(&attribute_of_memory, cudaDevAttrMemoryClockRate, 0));
  CHECK(attribute_of_memory == p.memoryClockRate && p.memoryClockRate != p.clockRate);

  // In the order of the calls, whatever stream they are in.
  size_t free_before = 0, free_after = 0, total = 0;
  OK(cudaMemGetInfo(&free_before, &total));
  float* piece;
  OK(cudaMallocAsync((void**)&piece, 4096, stream));
  OK(cudaMemGetInfo(&free_after, &total));
  CHECK(free_before - free_after == 4096);
  OK(cudaMemsetAsync(piece, 0, 4096, stream));
  OK(cudaMemcpyAsync(piece, host.data(), 128, cudaMemcpyHostToDevice, stream));
  OK(cudaMemcpy2DAsync(piece + 32, 64, host.data(), 64, 64, 1, cudaMemcpyHostToDevice, stream));
  float by = 1;
  void* arguments[] = {&piece, &by};
  OK(cudaLaunchKernel(add<float>, 1, 32, arguments, 0, stream));
  OK(cudaStreamWaitEvent(stream, end));
  OK(cudaLaunchHostFunc(stream, [](void* seen) { *(bool*)seen = true; }, &called));
  CHECK(called);
  OK(cudaStreamSynchronize(stream));
  OK(cudaMemcpy(back.data(), piece, 256, cudaMemcpyDeviceToHost));
  CHECK(back[31] == 32 && back[32] == 0 && back[47] == 15 && back[48] == 0);
  OK(cudaFreeAsync(piece, stream));
  float *mapped, *on_device;
  OK(cudaHostAlloc(&mapped, 128, cudaHostAllocMapped));
  for (int i = 0; i < 32; ++i) mapped[i] = i;
  OK(cudaHostGetDevicePointer((void**)&on_device, mapped, 0));
  add<<<1, 32>>>(on_device, 2.0f);
  OK(cudaDeviceSynchronize());
  CHECK(mapped[31] == 33);
  OK(cudaFreeHost(mapped));
  float* pinned;
  OK(cudaMallocHost(&pinned, 64));
  OK(cudaFreeHost(pinned));

  CHECK(cudaSetDevice(1) == cudaErrorInvalidDevice);
  CHECK(cudaGetLastError() == cudaErrorInvalidDevice && cudaGetLastError() == cudaSuccess);
  void* much;
  CHECK(cudaMalloc(&much, (size_t)1 << 45) == cudaErrorMemoryAllocation);
  add<<<1, 2000>>>(out, 1.0f);
  CHECK(cudaGetLastError() == cudaErrorInvalidConfiguration);
  std::vector<char> many((size_t)1 << 20);
  CHECK(cudaMemcpy(out, many.data(), many.size(), cudaMemcpyHostToDevice) == cudaErrorInvalidValue);
  cudaGetLastError();
  OK(cudaFree(in));
  OK(cudaFree(out));
  printf("host 1\n");
  speak<<<1, 32>>>(2);
  printf("host 3\n");
}

extern "C" int cudaGraphCreate(void**, unsigned);

int main(int argc, char** argv) {
  const int mode = argc > 1 ? atoi(argv[1]) : 0;
  if (mode == 0) all();
  if (mode == 1) return 5;
  if (mode == 2) {
    int* p;
    cudaMalloc(&p, 4);
    store_at<<<1, 1>>>(p, 1 << 20);
    const cudaError_t status = cudaDeviceSynchronize();
    printf("%s: %s\n", cudaGetErrorName(status), cudaGetErrorString(cudaGetLastError()));
    CHECK(cudaMalloc(&p, 4) == status && cudaGetLastError() == status);
  }
  if (mode == 3) {
    void* graph;
    cudaGraphCreate(&graph, 0);
    printf("never\n");
  }
  if (mode == 4) abort();
  printf("%s %d\n", failures ? "failed" : "good", argc);
  return failures != 0;
}
