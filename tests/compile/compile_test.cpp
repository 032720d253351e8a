// SPDX-License-Identifier: Apache-2.0
// heddle compile, with Debian's clang.
#include <gtest/gtest.h>

#include "tests/cli/program.hpp"

namespace heddle::compile_test {
namespace {

namespace fs = std::filesystem;

const std::string source = R"(#include <cuda_runtime.h>
#include <math.h>
#include <stdio.h>
#include <vector>
template <class T>
__global__ void scale(const T* in, T* out, T by, int n) {
  __shared__ T tile[256];
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  tile[threadIdx.x] = i < n ? in[i] : T(0);
  __syncthreads();
  if (i < n) out[i] = tile[threadIdx.x] * by + sqrtf(FACTOR);
  if (i == 0) printf("%d elements\n", n);
}
int main() {
  std::vector<float> host(1024, 1.0f);
  float *in, *out;
  if (cudaMalloc(&in, 4096) != cudaSuccess || cudaMalloc((void**)&out, 4096) != cudaSuccess) return 1;
  cudaMemcpy(in, host.data(), 4096, cudaMemcpyHostToDevice);
  const dim3 grid(4), block(256);
  scale<float><<<grid, block>>>(in, out, 2.0f, 1024);
  printf("%s %f\n", cudaGetErrorString(cudaDeviceSynchronize()), sin(1.0));
}
)";

TEST(Compile, OfAFileWithItsHostProgramRunsAtOnce) {
  const TemporaryFolder folder;
  folder.add("my.cu", source);
  const Ran made = heddle({"compile", "my.cu", "--compiler", "clang++", "--", "-DFACTOR=4.0f"}, folder);
  ASSERT_EQ(made.status, 0) << made.err;
  EXPECT_NE(made.out.find("void scale<float>(float const*, float*, float, int): "), std::string::npos)
      << made.out;
  EXPECT_NE(made.out.find("approximate"), std::string::npos);
  std::string launch = content_of(folder.path() / "my.yaml");
  const std::string output = "{name: a1, type: f32, count: 1024";
  ASSERT_NE(launch.find(output), std::string::npos) << launch;
  launch.insert(launch.find(output) + output.size(), ", expect: {kind: iota, start: 2, step: 1}");
  folder.add("my.yaml", launch);
  const Ran ran = heddle({"run", "my.ptx", "--launch", "my.yaml", "--no-out", "--check"}, folder);
  EXPECT_EQ(ran.status, 0) << ran.err << ran.out;
  EXPECT_NE(ran.out.find("1024 elements"), std::string::npos);
  EXPECT_NE(ran.out.find("passed: 1,024 elements"), std::string::npos) << ran.out;
}

TEST(Compile, LeavesALaunchFileThatIsThere) {
  const TemporaryFolder folder;
  folder.add("my.cu", "__global__ void k(int* p) { *p = 1; }\n");
  folder.add("my.yaml", "# filled in\n");
  const Ran made = heddle({"compile", "my.cu", "--compiler", "clang++"}, folder);
  EXPECT_EQ(made.status, 0) << made.err;
  EXPECT_NE(made.out.find("my.yaml is there already"), std::string::npos);
  EXPECT_EQ(content_of(folder.path() / "my.yaml"), "# filled in\n");
}

TEST(Compile, BadInputIsOneMessage) {
  const TemporaryFolder folder;
  folder.add("none.cu", "int main() {}\n");
  folder.add("my.cpp", "");
  const auto refused = [&](std::vector<std::string> words, const std::vector<std::string>& said) {
    words.insert(words.begin(), "compile");
    expect_refused(folder, words, said);
  };
  refused({"nothing.cu"}, {"no file of CUDA C++", "nothing.cu"});
  refused({"my.cpp"}, {"no file of CUDA C++"});
  refused({"none.cu", "--compiler", "clang++"}, {"no kernel in it", "__global__"});
  refused({"none.cu", "--compiler", "clang++-1"}, {"no compiler of CUDA C++", "clang++-1"});
  refused({"none.cu", "--out", "none.cu"}, {"none.cu", "--out"});
  folder.add("bad.cu", "__global__ void k(int* p) { *p = missing; }\n");
  const Ran ran = heddle({"compile", "bad.cu", "--compiler", "clang++"}, folder);
  EXPECT_EQ(ran.status, 1);
  EXPECT_NE(ran.err.find("bad.cu:1:34: error: use of undeclared identifier 'missing'"), std::string::npos)
      << ran.err;
  EXPECT_FALSE(fs::exists(folder.path() / "bad.ptx"));
}

}  // namespace
}  // namespace heddle::compile_test
