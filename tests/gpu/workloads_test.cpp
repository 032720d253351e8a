#include <gtest/gtest.h>

#include <algorithm>

#include "hw/gpu/simulated_gpu.hpp"
#include "models/base/config.hpp"
#include "tb/workloads/workload.hpp"
#include "tests/gpu/ptx_run.hpp"

namespace heddle {
namespace {

struct Case {
  std::string workload, technique, variant;
  unsigned sms;
};

void PrintTo(const Case& c, std::ostream* out) {
  *out << c.workload << " " << (c.technique.empty() ? "plain" : c.technique) << " " << c.variant << " "
       << c.sms;
}

class Workloads : public testing::TestWithParam<Case> {};

TEST_P(Workloads, ComputesWhatTheReferenceComputes) {
  const Case& c = GetParam();
  StatGroup stats;
  GpuConfig config;
  config.dram.controller.check_protocol = true;
  config.sms = c.sms;
  SimulatedGpu gpu(config, form_of(c.technique), nullptr, stats);
  WorkloadOptions options;
  options.small = true;
  options.variant = c.variant;
  const WorkloadResult result = Registry<Workload>::instance().find(c.workload).run(gpu, options);
  EXPECT_GT(result.checked, 0u);
  EXPECT_EQ(result.mismatches, 0u) << result.first;
}

std::vector<Case> all_cases() {
  std::vector<Case> all;
  for (const std::string& workload : Registry<Workload>::instance().names())
    for (const char* technique : {"", "warped_compression"})
      for (const char* variant : {"clang19", "nvcc13", written_variant}) {
        const auto there = Registry<Workload>::instance().find(workload).variants();
        if (std::find(there.begin(), there.end(), variant) != there.end())
          all.push_back({workload, technique, variant, 2});
      }
  return all;
}
INSTANTIATE_TEST_SUITE_P(Gpu, Workloads, testing::ValuesIn(all_cases()));

}  // namespace
}  // namespace heddle
