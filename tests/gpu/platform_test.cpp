// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <numeric>

#include "hw/gpu/simulated_gpu.hpp"
#include "models/base/config.hpp"
#include "models/host/context.hpp"
#include "models/ptx/load.hpp"
#include "tb/workloads/workload.hpp"
#include "tests/gpu/ptx_run.hpp"

namespace heddle::platform_test {
namespace {

class Platform : public testing::TestWithParam<std::tuple<unsigned, std::string>> {};

TEST_P(Platform, VectorAddGivesTheSums) {
  StatGroup stats;
  GpuConfig config;
  config.dram.controller.check_protocol = true;
  config.sms = std::get<0>(GetParam());
  SimulatedGpu gpu(config, techniques_of(std::get<1>(GetParam())), nullptr, stats);
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

/// Values that do not fit into registers are spilled to local memory, which lies in device memory.
TEST_P(Platform, SpilledRegistersKeepTheirValues) {
  StatGroup stats;
  GpuConfig config;
  config.dram.controller.check_protocol = true;
  config.sms = std::get<0>(GetParam());
  SimulatedGpu gpu(config, techniques_of(std::get<1>(GetParam())), nullptr, stats);
  WorkloadOptions options;
  options.small = true;
  options.build.max_registers = 10;
  const WorkloadResult result = Registry<Workload>::instance().find("pathfinder").run(gpu, options);
  EXPECT_TRUE(result.passed()) << result.first;
  EXPECT_GT(stats.number("sm0.load_store.local_loads"), 0);
  EXPECT_GT(stats.number("sm0.load_store.local_stores"), 0);
}

TEST(PlatformHostApi, EventsMeasureSimulatedTime) {
  StatGroup stats;
  GpuConfig config;
  config.dram.controller.check_protocol = true;
  config.sms = 1;
  SimulatedGpu gpu(config, techniques_of(""), nullptr, stats);
  Context context(gpu);
  const Module module = context.load(HEDDLE_SOURCE_DIR "/tb/workloads/vectoradd/kernel.clang19.ptx");
  const unsigned n = 1000;
  const DevicePointer a = context.allocate(n * 4), b = context.allocate(n * 4), c = context.allocate(n * 4);
  const Stream stream = context.stream();
  Event before = context.event(), after = context.event();
  before.record(stream);
  module.function("vectoradd").launch({.grid = {4}, .cta = {256}, .stream = &stream}, a, b, c, n);
  after.record(stream);
  const double cycles_ms = stats.number("cycles") / (config.core_mhz * 1e3);
  EXPECT_NEAR(after.milliseconds_since(before), cycles_ms, 0.01 * cycles_ms);
}

}  // namespace
}  // namespace heddle::platform_test
