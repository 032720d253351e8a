// SPDX-License-Identifier: Apache-2.0
// Experiments with more or less bandwidth change the memory's clock, and state all its other times anew, in
// cycles of that clock: they must stay as long as the GPU's own.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <tuple>

#include "models/base/data_root.hpp"
#include "tb/experiment/experiment.hpp"
#include "tb/run/platform.hpp"

namespace heddle::scaled_memory_test {
namespace {

namespace fs = std::filesystem;

GpuConfig gpu_of(const Experiment& e, const ExperimentConfiguration& c) {
  return resolve_platform(
             {.gpu = e.gpu, .technology = e.technology, .techniques = c.with, .assignments = c.set})
      .gpu;
}

void expect_same_times(const GpuConfig& own, const GpuConfig& scaled, const std::string& where) {
  const double ratio = scaled.dram.gddr5.clock_mhz / static_cast<double>(own.dram.gddr5.clock_mhz);
  const auto expect = [&](unsigned found, unsigned cycles, const char* name) {
    EXPECT_EQ(found, static_cast<unsigned>(std::ceil(cycles * ratio))) << where << ": " << name;
  };
  const Gddr5Config &s = scaled.dram.gddr5, &o = own.dram.gddr5;
  expect(scaled.dram.controller.latency, own.dram.controller.latency, "controller.latency");
  for (const auto& [found, cycles, name] : {std::tuple{s.t_cl, o.t_cl, "t_cl"},
                                            {s.t_rp, o.t_rp, "t_rp"},
                                            {s.t_rc, o.t_rc, "t_rc"},
                                            {s.t_ras, o.t_ras, "t_ras"},
                                            {s.t_rcd, o.t_rcd, "t_rcd"},
                                            {s.t_rrd, o.t_rrd, "t_rrd"},
                                            {s.t_cdlr, o.t_cdlr, "t_cdlr"},
                                            {s.t_wr, o.t_wr, "t_wr"},
                                            {s.t_wl, o.t_wl, "t_wl"},
                                            {s.t_rtp, o.t_rtp, "t_rtp"}})
    expect(found, cycles, name);
}

TEST(ScaledMemory, KeepsTheTimesThatAreNoTransfers) {
  unsigned scaled = 0;
  for (const auto& file : fs::directory_iterator(data_file("configs/experiments"))) {
    if (file.path().extension() != ".yaml") continue;
    const Experiment e = load_experiment(file.path()).declared;
    const GpuConfig own = gpu_of(e, {});
    for (const ExperimentConfiguration& c : e.configurations) {
      const bool own_clock = std::ranges::none_of(
          c.set, [](const std::string& set) { return set.starts_with("dram.gddr5.clock_mhz="); });
      if (own_clock) continue;
      expect_same_times(own, gpu_of(e, c), file.path().stem().string() + ", " + c.name);
      ++scaled;
    }
  }
  EXPECT_GT(scaled, 10u);
}

}  // namespace
}  // namespace heddle::scaled_memory_test
