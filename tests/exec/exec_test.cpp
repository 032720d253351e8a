// SPDX-License-Identifier: Apache-2.0
// heddle exec runs whole CUDA programs, which Debian's clang compiles without any software of NVIDIA's.
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "tb/cosim/process/command.hpp"
#include "tests/cli/program.hpp"

namespace heddle::exec_test {
namespace {

/// Calls most of the runtime, and says which of its checks failed.
const std::string source = R"(
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
)";

/// The program, in a folder of its own.
class Exec : public testing::Test {
 protected:
  void SetUp() override { make({}); }
  void make(const std::vector<std::string>& more) {
    folder.add("app.cu", source);
    std::vector<std::string> words{"compile", "app.cu", "--compiler", "clang++", "--program", "app", "--"};
    words.insert(words.end(), more.begin(), more.end());
    const Ran made = heddle(words, folder);
    ASSERT_EQ(made.status, 0) << made.err;
    EXPECT_NE(made.out.find("heddle exec ./app runs it"), std::string::npos) << made.out;
    EXPECT_EQ(entries(folder), (std::set<std::string>{"app", "app.cu"}));
  }
  Ran exec(std::vector<std::string> words) const {
    words.insert(words.begin(), {"exec", "--no-out"});
    return heddle(words, folder);
  }

  TemporaryFolder folder;
};

TEST_F(Exec, RunsAProgramAsItIs) {
  const Ran ran = exec({"./app"});
  EXPECT_EQ(ran.status, 0) << ran.out << ran.err;
  EXPECT_EQ(ran.out.substr(0, ran.out.find("app on")), "host 1\nkernel 2\nhost 3\ngood 1\n");
  EXPECT_NE(ran.out.find("app on gtx480_lee2015"), std::string::npos) << ran.out;
  EXPECT_NE(ran.err.find("out of device memory"), std::string::npos) << ran.err;
}

TEST_F(Exec, RunsItOnAnyMachine) {
  for (const std::vector<std::string>& with :
       {std::vector<std::string>{"--with", "five", "--check"},
        {"--with", "warped_compression,register_virtualization"},
        {"--threads", "2"},
        {"--set", "sm.divergence=threads", "--set", "sm.optimize=2", "--check"}}) {
    std::vector<std::string> words = with;
    words.insert(words.end(), {"app", "0", "--with"});
    const Ran ran = exec(words);
    EXPECT_EQ(ran.status, 0) << ran.out << ran.err;
    EXPECT_NE(ran.out.find("good 3\n"), std::string::npos) << "the program's own arguments: " << ran.out;
  }
}

TEST_F(Exec, RunsItWithoutTime) {
  make({"-DFUNCTIONAL"});
  const Ran ran = exec({"--functional", "./app"});
  EXPECT_EQ(ran.status, 0) << ran.out << ran.err;
  EXPECT_NE(ran.out.find("good 1\n"), std::string::npos) << ran.out;
  EXPECT_NE(ran.out.find("results without time"), std::string::npos) << ran.out;
}

TEST_F(Exec, WritesTheResultsOfARun) {
  const Ran ran = heddle({"exec", "--with", "warped_compression", "--compare", "./app"}, folder);
  EXPECT_EQ(ran.status, 0) << ran.out << ran.err;
  EXPECT_NE(ran.out.find("what the techniques change"), std::string::npos) << ran.out;
  const auto results = folder.path() / "results/app+warped_compression";
  EXPECT_EQ(nlohmann::json::parse(content_of(results / "stats.json")).at("kernels").size(), 3u);
  EXPECT_NE(content_of(results / "manifest.json").find("/app\""), std::string::npos)
      << "the program is an input";
}

TEST_F(Exec, PassesTheExitStatusOn) {
  EXPECT_EQ(exec({"./app", "1"}).status, 5);
  const Ran aborted = exec({"./app", "4"});
  EXPECT_EQ(aborted.status, 128 + 6) << aborted.out << aborted.err;
}

TEST_F(Exec, TellsTheProgramOfAKernelsFaultAndEndsWithIt) {
  const Ran ran = exec({"./app", "2"});
  EXPECT_EQ(ran.status, 1);
  EXPECT_EQ(ran.out, "cudaErrorIllegalAddress: an illegal memory access was encountered\ngood 2\n");
  EXPECT_NE(ran.err.find("out-of-bounds store"), std::string::npos) << ran.err;
  EXPECT_NE(ran.err.find("store_at"), std::string::npos) << ran.err;
}

TEST_F(Exec, NamesWhatHeddleDoesNotHave) {
  const Ran ran = exec({"./app", "3"});
  EXPECT_EQ(ran.status, 1);
  EXPECT_EQ(ran.out, "");
  EXPECT_NE(ran.err.find("'cudaGraphCreate'"), std::string::npos) << ran.err;
}

/// A host program without kernels of its own: it loads PTX by the driver API.
const std::string driver_source = R"(
#include <cstdio>
#include <cstring>
typedef unsigned long long Pointer;
extern "C" {
int cuInit(unsigned); int cuDeviceGet(int*, int); int cuDeviceGetName(char*, int, int); int cuCtxCreate_v2(void**, unsigned, int);
int cuModuleLoadData(void**, const void*); int cuModuleLoad(void**, const char*); int cuModuleGetFunction(void**, void*, const char*);
int cuModuleGetGlobal_v2(Pointer*, size_t*, void*, const char*); int cuFuncGetAttribute(int*, int, void*);
int cuMemAlloc_v2(Pointer*, size_t); int cuMemFree_v2(Pointer); int cuMemsetD32_v2(Pointer, unsigned, size_t);
int cuMemcpyHtoD_v2(Pointer, const void*, size_t); int cuMemcpyDtoH_v2(void*, Pointer, size_t);
int cuLaunchKernel(void*, unsigned, unsigned, unsigned, unsigned, unsigned, unsigned, unsigned, void*, void**, void**);
int cuCtxSynchronize(); int cuGetErrorName(int, const char**);
}
static int failures = 0;
#define CHECK(c) do { if (!(c)) { ++failures; printf("line %d: %s\n", __LINE__, #c); } } while (0)
#define OK(call) CHECK((call) == 0)
static const char* ptx = ".version 6.0\n.target sm_50\n.address_size 64\n.global .u32 bias = 7;\n"
  ".visible .entry k(.param .u64 out, .param .u32 by) {\n.reg .b32 %r<4>; .reg .b64 %rd<4>;\n"
  "ld.param.u64 %rd0, [out]; ld.param.u32 %r1, [by]; mov.u32 %r0, %tid.x; mul.wide.u32 %rd1, %r0, 4; add.u64 %rd0, %rd0, %rd1;\n"
  "ld.global.u32 %r2, [%rd0]; mad.lo.u32 %r2, %r0, %r1, %r2; ld.global.u32 %r3, [bias]; add.u32 %r2, %r2, %r3; st.global.u32 [%rd0], %r2; ret;\n}\n";
int main() {
  int device = 0;
  void *context, *module, *function;
  char name[64];
  OK(cuInit(0));
  OK(cuDeviceGet(&device, 0));
  OK(cuDeviceGetName(name, 64, device));
  CHECK(strcmp(name, "fermi_jeon2015") == 0);
  OK(cuCtxCreate_v2(&context, 0, device));
  FILE* file = fopen("k.ptx", "w");
  fputs(ptx, file);
  fclose(file);
  OK(cuModuleLoad(&module, "k.ptx"));
  CHECK(cuModuleLoad(&module, "none.ptx") == 301);
  OK(cuModuleLoadData(&module, ptx));
  CHECK(cuModuleGetFunction(&function, module, "other") == 500);
  OK(cuModuleGetFunction(&function, module, "k"));
  int registers = 0;
  OK(cuFuncGetAttribute(&registers, 4, function));
  CHECK(registers > 0);
  Pointer bias = 0, out = 0;
  size_t bytes = 0;
  OK(cuModuleGetGlobal_v2(&bias, &bytes, module, "bias"));
  CHECK(bytes == 4);
  unsigned eight = 8, got[64];
  OK(cuMemcpyHtoD_v2(bias, &eight, 4));
  OK(cuMemAlloc_v2(&out, 256));
  OK(cuMemsetD32_v2(out, 1000, 64));
  unsigned by = 3;
  void* arguments[] = {&out, &by};
  OK(cuLaunchKernel(function, 1, 1, 1, 64, 1, 1, 0, 0, arguments, 0));
  OK(cuCtxSynchronize());
  OK(cuMemcpyDtoH_v2(got, out, 256));
  for (unsigned i = 0; i < 64; ++i) CHECK(got[i] == 1008 + 3 * i);
  struct { Pointer out; unsigned by; } block = {out, 1};
  size_t block_bytes = 12;
  void* extra[] = {(void*)1, &block, (void*)2, &block_bytes, 0};
  OK(cuLaunchKernel(function, 1, 1, 1, 64, 1, 1, 0, 0, 0, extra));
  OK(cuMemcpyDtoH_v2(got, out, 256));
  for (unsigned i = 0; i < 64; ++i) CHECK(got[i] == 1016 + 4 * i);
  CHECK(cuLaunchKernel(function, 1, 1, 1, 4096, 1, 1, 0, 0, arguments, 0) == 1);
  CHECK(cuMemAlloc_v2(&out, (size_t)1 << 45) == 2);
  const char* error;
  OK(cuGetErrorName(2, &error));
  CHECK(strcmp(error, "CUDA_ERROR_OUT_OF_MEMORY") == 0);
  printf(failures ? "failed\n" : "good\n");
  return failures != 0;
}
)";

TEST(ExecDriver, RunsAProgramThatLoadsPtx) {
  const TemporaryFolder folder;
  folder.add("driver.cpp", driver_source);
  const std::string library = HEDDLE_BINARY_DIR "/cuda/libcuda.so.1";
  ASSERT_EQ(run_command({"c++", (folder.path() / "driver.cpp").string(), library, "-o",
                         (folder.path() / "driver").string()})
                .exit_code,
            0);
  const Ran ran = heddle({"exec", "--no-out", "--gpu", "fermi_jeon2015", "--with", "register_virtualization",
                          "--check", "./driver"},
                         folder);
  EXPECT_EQ(ran.status, 0) << ran.out << ran.err;
  EXPECT_TRUE(ran.out.starts_with("good\n")) << ran.out;
}

TEST(ExecCommand, RefusesWhatIsNoCudaProgram) {
  const TemporaryFolder folder;
  expect_refused(folder, {"exec", "--no-out"}, {"which program"});
  expect_refused(folder, {"exec", "--no-out", "./none"}, {"there is no such program", "'./none'"});
  expect_refused(folder, {"exec", "--no-out", "true"}, {"no CUDA runtime or driver", "--cudart=shared"});
  folder.add("text", "not a program\n");
  expect_refused(folder, {"exec", "--no-out", "./text"}, {"cannot be started"});
  expect_refused(folder, {"exec", "--no-such-option", "true"}, {"--no-such-option"});
}

}  // namespace
}  // namespace heddle::exec_test
