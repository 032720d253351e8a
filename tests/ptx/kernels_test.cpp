// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <string>

#include "models/base/random.hpp"
#include "models/host/functional_device.hpp"
#include "models/ptx/load.hpp"

/// Whole kernels of kernels.cu, in the PTX of each compiler, compared with the same computation on the host.
namespace heddle::test::kernels_test {
namespace {

class Kernels : public testing::TestWithParam<const char*> {
 protected:
  ptx::Kernel load(const char* name) const {
    return ptx::load_kernel(std::string(HEDDLE_SOURCE_DIR "/tests/ptx/kernels.") + GetParam() + ".ptx", name);
  }
  FunctionalDevice device;
};

TEST_P(Kernels, DivergentLoop) {
  const int n = 1000;  // the last CTA and its last warp are partial
  std::vector<std::uint32_t> start(n), expected(n);
  for (int i = 0; i < n; ++i) {
    start[i] = static_cast<std::uint32_t>(i + 1);
    for (std::uint32_t v = start[i]; v != 1; ++expected[i]) v = v % 2 == 0 ? v / 2 : 3 * v + 1;
  }
  const auto steps = device.allocate(4 * n);
  device.launch_with(load("collatz"), {8}, {144}, device.upload(start), steps, n);
  EXPECT_EQ(device.download<std::uint32_t>(steps, n), expected);
}

TEST_P(Kernels, BarriersAndSharedMemory) {
  const ptx::Kernel kernel = load("block_sum");
  Random rng(2);
  for (const std::uint32_t threads : {256u, 200u, 33u, 1u}) {
    const int n = 1000;
    std::vector<std::int32_t> values(n);
    for (auto& v : values) v = static_cast<std::int32_t>(rng() >> 32);
    const std::uint32_t ctas = (n + threads - 1) / threads;
    std::vector<std::int64_t> expected(ctas);
    for (int i = 0; i < n; ++i) expected[static_cast<std::uint32_t>(i) / threads] += values[i];
    const auto sums = device.allocate(8 * ctas);
    device.launch_with(kernel, {ctas}, {threads}, device.upload(values), sums, n);
    EXPECT_EQ(device.download<std::int64_t>(sums, ctas), expected) << threads;
  }
}

double mixed(std::int32_t v, double scale, int shift) {
  double r = 0;
  switch (v & 7) {
    case 0:
      return v * scale;
    case 1:
      return static_cast<double>(static_cast<std::int64_t>(v) * v % 1000003);
    case 2:
      for (int k = 0; k < (v & 31) && k != 13; ++k)
        if (k % 3 != 1) r += k / scale;
      return r;
    case 3:
      return -1;
    case 4:
      return static_cast<std::uint32_t>(v) >> shift;
    case 5:
      return v / (shift + 1) + v % (shift + 2);
    case 6:
      return static_cast<float>(v) / 3.0f;
    default:
      return static_cast<std::int16_t>(v) * 2.0;
  }
}

TEST_P(Kernels, NestedDivergenceAndAllTypes) {
  const int n = 777;
  std::vector<std::int32_t> in(n);
  Random rng(3);
  for (auto& v : in) v = static_cast<std::int32_t>(rng() >> 32);
  const auto out = device.allocate(8 * n);
  device.launch_with(load("mixed"), {7}, {128}, device.upload(in), out, n, 1.7, char{5});
  const auto results = device.download<double>(out, n);
  for (int i = 0; i < n; ++i)
    ASSERT_EQ(results[i], mixed(in[i], 1.7, 5)) << "of " << in[i] << " (" << (in[i] & 7) << ")";
}

TEST_P(Kernels, LocalMemoryAndVectors) {
  const int threads = 70, per_thread = 100;
  std::vector<std::uint8_t> in(threads * per_thread);
  std::vector<float> expected(threads * 16);
  Random rng(4);
  for (int t = 0; t < threads; ++t)
    for (int i = 0; i < per_thread; ++i) {
      in[t * per_thread + i] = static_cast<std::uint8_t>(rng() >> 56);
      ++expected[t * 16 + (in[t * per_thread + i] & 15)];
    }
  const auto out = device.allocate(expected.size() * 4);
  device.launch_with(load("histogram"), {}, {threads}, device.upload(in), out, per_thread);
  EXPECT_EQ(device.download<float>(out, expected.size()), expected);
}

INSTANTIATE_TEST_SUITE_P(Compilers, Kernels, testing::Values("clang14", "clang19", "clang19-32", "nvcc13"),
                         [](const auto& info) {
                           std::string name = info.param;
                           for (char& c : name)
                             if (c == '-') c = '_';
                           return name;
                         });

}  // namespace
}  // namespace heddle::test::kernels_test
