// SPDX-License-Identifier: Apache-2.0
// The controllers and devices alone, against what the device's timing allows.
#include "tb/microbench/dram_patterns.hpp"

#include <gtest/gtest.h>

#include "tb/run/platform.hpp"

namespace heddle::dram_patterns_test {
namespace {

class DramOf : public testing::TestWithParam<const char*> {};
INSTANTIATE_TEST_SUITE_P(Gpus, DramOf,
                         testing::Values("gtx480_gpgpusim", "gtx480_gpgpusim_3_2_1", "gtx480_measured",
                                         "gtx480_vijaykumar2015", "gtx580_lal2017"));

/// Accesses whose order leaves the scheduler no choice reach their bound. The others never exceed it.
TEST_P(DramOf, KeepsToItsTimingAndReachesIt) {
  for (const DramMeasurement& m : measure_dram(resolve_platform({.gpu = GetParam()}).gpu)) {
    EXPECT_LE(m.measured, 1.002 * m.bound) << m.pattern.name;
    const bool free = m.pattern.name == "turns" || m.pattern.name == "random";
    EXPECT_GT(m.measured, (free ? 0.5 : 0.95) * m.bound) << m.pattern.name;
  }
}

/// Of the defaults: tCCD 2, tCCDL 3 in four groups, tRC 40, tRRD 6; the bus turns for tCL 12 + tRTW 2 + burst
/// 2 - tWL 4, and for tWL 4 + burst 2 + tCDLR 5, with 64 bursts of each between.
TEST(DramPatterns, HaveBoundsThatCanBeComputedByHand) {
  const auto patterns = dram_patterns(DramConfig{});
  ASSERT_EQ(patterns.size(), 6u);
  const double by_hand[] = {3, 2, 40, 6, (2 * 63 * 2 + 12 + 11) / 128.0, 6};
  for (std::size_t k = 0; k < patterns.size(); ++k)
    EXPECT_DOUBLE_EQ(patterns[k].cycles_a_burst, by_hand[k]) << patterns[k].name;
}

}  // namespace
}  // namespace heddle::dram_patterns_test
