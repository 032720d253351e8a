#include <gtest/gtest.h>

#include <numeric>

#include "hw/gpu/simulated_gpu.hpp"
#include "models/base/config.hpp"
#include "models/ptx/load.hpp"
#include "tests/gpu/ptx_run.hpp"

namespace heddle {
namespace {

class Platform : public testing::TestWithParam<std::tuple<unsigned, std::string>> {};

TEST_P(Platform, VectorAddGivesTheSums) {
  StatGroup stats;
  GpuConfig config;
  config.sms = std::get<0>(GetParam());
  SimulatedGpu gpu(config, form_of(std::get<1>(GetParam())), nullptr, stats);
  const ptx::Kernel kernel =
      ptx::load_kernel(HEDDLE_SOURCE_DIR "/tb/workloads/vectoradd/kernel.clang19.ptx", "", {});
  const unsigned n = 5000;
  std::vector<float> a(n), b(n);
  std::iota(a.begin(), a.end(), 0.0f);
  std::iota(b.begin(), b.end(), 0.5f);
  const auto da = gpu.upload(a), db = gpu.upload(b), dc = gpu.allocate(n * sizeof(float));
  gpu.launch_with(kernel, {(n + 255) / 256}, {256}, da, db, dc, n);
  const auto c = gpu.download<float>(dc, n);
  for (unsigned i = 0; i < n; ++i) ASSERT_EQ(c[i], a[i] + b[i]) << i;
  EXPECT_GT(stats.number("cycles"), 0);
}
INSTANTIATE_TEST_SUITE_P(Gpu, Platform,
                         testing::Combine(testing::Values(1u, 15u),
                                          testing::Values("", "warped_compression")));

}  // namespace
}  // namespace heddle
