// SPDX-License-Identifier: Apache-2.0
// The memory against what its ports, clocks and pins allow.
#include "tb/microbench/memory_load.hpp"

#include <gtest/gtest.h>

#include "tb/microbench/footprint_sweep.hpp"
#include "tb/microbench/gpumembench.hpp"
#include "tb/run/platform.hpp"

namespace heddle::memory_load_test {
namespace {

GpuConfig preset(const std::string& name) { return resolve_platform({.gpu = name}).gpu; }

LoadPoint at_full_load(const GpuConfig& gpu, ReadPattern pattern) {
  return measure({.gpu = gpu}, std::array{pattern}, std::array{1.0}).front().points.front();
}

class Machines : public testing::TestWithParam<const char*> {};
INSTANTIATE_TEST_SUITE_P(Gpus, Machines, testing::Values("gtx480_measured", "gtx480_gpgpusim"));

/// On the card 92 to 88 % of 32 B a slice and cycle were measured (gpumembench).
TEST_P(Machines, HitsOfTheL2ReachNineTenthsOfItsPorts) {
  const GpuConfig gpu = preset(GetParam());
  EXPECT_LE(bounds_of(gpu).l2_ports, bounds_of(gpu).crossbar);
  EXPECT_GT(at_full_load(gpu, ReadPattern::l2).accepted, 0.9 * bounds_of(gpu).l2_ports);
}

/// On the card 85 to 92 % of the peak were measured.
TEST_P(Machines, AStreamReachesDramsPeakButForATenth) {
  const GpuConfig gpu = preset(GetParam());
  EXPECT_GT(at_full_load(gpu, ReadPattern::stream).accepted, 0.85 * bounds_of(gpu).dram);
}

/// So that DRAM can be the bottleneck, and is not when it is twice as fast.
TEST_P(Machines, TwiceTheDramGivesWhatTheL2Leaves) {
  GpuConfig gpu = preset(GetParam());
  gpu.dram.gddr5.clock_mhz *= 2;
  EXPECT_GT(at_full_load(gpu, ReadPattern::stream).accepted,
            0.85 * std::min(bounds_of(gpu).l2_ports, bounds_of(gpu).dram));
}

/// The path of a read: crossbar, ROP latency and cache, and back; nothing waits.
TEST(MemoryLoad, WithoutLoadAHitTakesTheSumOfItsSteps) {
  const GpuConfig gpu = preset("gtx480_gpgpusim");
  const LoadPoint p =
      measure({.gpu = gpu}, std::array{ReadPattern::l2}, std::array{0.01}).front().points.front();
  const double cycle = static_cast<double>(gpu.core_period_fs()) * 1e-6;  // of all three clocks
  const double steps =
      gpu.icnt.latency + 1.0 + gpu.l2.rop_latency + gpu.l2.cache.latency + gpu.icnt.latency + 4;
  EXPECT_GT(p.latency, steps * cycle);
  EXPECT_LT(p.latency, (steps + 16) * cycle);
}

/// Below the L2's size the bandwidth is the L2's, beyond it DRAM's; gpumembench measured 274 and 151 to 170
/// GB/s on the card. What lies between, over 0.77 to 1.2 MB, is not held here: the card's replacement is not
/// known.
TEST(FootprintSweep, LeadsFromTheL2sBandwidthToDrams) {
  const GpuConfig gpu = preset("gtx480_measured");
  const auto points = measure(FootprintSweep{.gpu = gpu}, std::array{6u, 24u});
  const gpumembench::Point card = gpumembench::in_l2.front();
  EXPECT_NEAR(points[0].kilobytes, card.kilobytes, 1e-6);
  EXPECT_NEAR(points[0].gigabytes, card.gigabytes, 0.1 * card.gigabytes);
  EXPECT_GT(points[1].gigabytes, gpumembench::in_dram.front().gigabytes);
  EXPECT_LT(points[1].gigabytes, bounds_of(gpu).dram);
}

}  // namespace
}  // namespace heddle::memory_load_test
