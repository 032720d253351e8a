// SPDX-License-Identifier: Apache-2.0
// The similarity of operands (Wong2016 figure 1), compared with the functional model, which counts it
// independently; and the clock gating of register slices.
#include <gtest/gtest.h>

#include "models/warp_approximation/functional/approximating_device.hpp"
#include "tests/gpu/checked_workload.hpp"

namespace heddle::operand_similarity_test {
namespace {

constexpr unsigned levels = 33;

std::vector<double> of_machine(const std::string& workload) {
  return in_child(levels, [&] {
    StatGroup stats;
    GpuConfig config;
    config.sms = 2;
    config.sm.value_statistics = true;
    SimulatedGpu gpu(config, {}, nullptr, stats);
    Registry<Workload>::instance().find(workload).run(gpu, {.small = true});
    std::vector<double> sums;
    double sum = 0;
    for (unsigned d = 0; d < levels; ++d)
      sums.push_back(sum += stats.number(fmt::format("sm_total.operand_similarity.level_{}", d)));
    return sums;
  });
}

approximate::OperandLevels of_model(const std::string& workload) {
  FunctionalDevice inner;
  approximate::ApproximatingDevice device(
      inner, {}, [](const ptx::Kernel& k) { return approximate::Marks(k.code.size()); });
  Registry<Workload>::instance().find(workload).run(device, {.small = true});
  return device.counts().operands;
}

TEST(OperandSimilarity, IsWhatTheFunctionalModelCounts) {
  for (const char* workload : {"sobel", "hotspot", "ray_trace", "dct8x8"}) {
    SCOPED_TRACE(workload);
    const std::vector<double> machine = of_machine(workload);
    const approximate::OperandLevels model = of_model(workload);
    for (unsigned d = 0; d < 32; ++d) EXPECT_EQ(machine[d], static_cast<double>(model.similar(d))) << d;
    EXPECT_GT(machine[31], machine[0]);
  }
}

/// Only the slices change. ray_trace diverges.
TEST(RegisterClockGating, LeavesOutTheSlicesOfLanesThatAreNotActive) {
  const auto run = [](bool gated) {
    return in_child(4, [&] {
      StatGroup stats;
      GpuConfig config;
      config.sms = 2;
      config.sm.register_clock_gating = gated;
      SimulatedGpu gpu(config, {}, nullptr, stats);
      const WorkloadResult result =
          Registry<Workload>::instance().find("ray_trace").run(gpu, {.small = true});
      const std::string file = "sm_total.register_file.";
      return std::vector<double>{static_cast<double>(result.mismatches), stats.number("cycles"),
                                 stats.number(file + "read_slices"), stats.number(file + "written_slices")};
    });
  };
  const auto all = run(false), some = run(true);
  EXPECT_EQ(some[0], 0);
  EXPECT_EQ(some[1], all[1]);
  EXPECT_LT(some[2], 0.95 * all[2]);
  EXPECT_EQ(some[3], all[3]);
}

TEST(RegisterClockGating, ChangesNoValue) {
  for (const char* workload : {"bfs", "ray_trace", "heartwall", "aes"}) {
    GpuConfig config;
    config.sms = 2;
    config.sm.register_clock_gating = true;
    for (const char* with : {"", "warped_compression", "register_virtualization"}) {
      const CheckedWorkload found = checked_workload(workload, config, techniques_of(with, {}));
      EXPECT_EQ(found.mismatches, 0) << workload << " " << with;
      EXPECT_GT(found.instructions, 0);
    }
  }
}

}  // namespace
}  // namespace heddle::operand_similarity_test
