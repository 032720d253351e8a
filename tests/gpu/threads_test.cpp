// SPDX-License-Identifier: Apache-2.0
// Any number of threads simulates the same: all statistics are equal, and errors are.
#include <nlohmann/json.hpp>

#include "models/base/registry.hpp"
#include "models/base/statistics.hpp"
#include "tb/workloads/workload.hpp"
#include "tests/gpu/in_child.hpp"

namespace heddle::threads_test {
namespace {

struct Outcome {
  double statistics = 0;  ///< a digest of all of them
  double together = 0;    ///< edges at which SMs were ticked at the same time
};

/// Statistics of a workload in its small size.
Outcome outcome(const std::string& workload, const GpuConfig& config, const Techniques& techniques,
                unsigned threads) {
  const auto found = in_child(2, [&]() -> std::vector<double> {
    StatGroup stats;
    SimulatedGpu gpu(config, techniques, nullptr, stats, threads);
    if (Registry<Workload>::instance().find(workload).run(gpu, {.small = true}).mismatches != 0) return {};
    const std::size_t all = std::hash<std::string>{}(json_of(stats).dump());
    return {static_cast<double>(all >> 12), static_cast<double>(gpu.gpu().core().parallel_edges())};
  });
  return {found[0], found[1]};
}

struct Machine {
  const char* name;
  std::string techniques;
  std::vector<std::string> set;
  bool together;               ///< may SMs be ticked at the same time?
  void (*change)(GpuConfig&);  ///< the bare machine of four SMs
};

class Threads : public testing::TestWithParam<Machine> {};

TEST_P(Threads, SimulateTheSame) {
  const Machine& m = GetParam();
  GpuConfig config;
  config.sms = 4;
  config.l2.fetch = L2Fetch::line;
  config.l2.write_miss = L2WriteMiss::fetch;
  m.change(config);
  const Techniques techniques = techniques_of(m.techniques, m.set);
  for (const char* workload : {"bfs", "reduction"}) {
    SCOPED_TRACE(workload);
    const Outcome one = outcome(workload, config, techniques, 1);
    ASSERT_GT(one.statistics, 0);
    for (const unsigned threads : {2u, 3u}) {
      const Outcome more = outcome(workload, config, techniques, threads);
      EXPECT_EQ(more.statistics, one.statistics) << threads << " threads";
      if (m.together)
        EXPECT_GT(more.together, 100);
      else
        EXPECT_EQ(more.together, 0);
    }
  }
}

constexpr auto as_it_is = [](GpuConfig&) {};
INSTANTIATE_TEST_SUITE_P(
    Machines, Threads,
    testing::Values(
        Machine{"bare", "", {}, true, as_it_is},
        Machine{"stalls", "", {}, true, [](GpuConfig& c) { c.stalls.percent = 10; }},
        Machine{"every_cycle", "", {}, true, [](GpuConfig& c) { c.skip_idle_cycles = false; }},
        Machine{"threads_diverge",
                "",
                {},
                true,
                [](GpuConfig& c) { c.sm.divergence = ptx::Divergence::threads; }},
        Machine{"values", "", {}, true, [](GpuConfig& c) { c.sm.value_statistics = true; }},
        Machine{"compression", "warped_compression", {}, true, as_it_is},
        Machine{"by_thread", "warped_compression", {"warped_compression.divergence=thread"}, true, as_it_is},
        Machine{"merging", "warped_compression", {"warped_compression.divergence=merge"}, true, as_it_is},
        Machine{"virtualization", "register_virtualization", {}, true, as_it_is},
        Machine{"approximation", "warp_approximation,lane_power_gating", {}, true, as_it_is},
        Machine{"three", "warped_compression,warp_approximation,register_virtualization", {}, true, as_it_is},
        Machine{"lines_in_l2", "line_compression", {"line_compression.where=l2"}, true, as_it_is},
        Machine{"lines_in_sms", "line_compression", {"line_compression.where=sm"}, false, as_it_is},
        Machine{"assist_warps", "caba", {}, false, as_it_is}),
    [](const auto& info) { return std::string(info.param.name); });

/// An error of a kernel is reported with the same message, whichever SM encounters it first.
TEST(KernelErrors, AreTheSameByAnyNumberOfThreads) {
  const auto message = [](unsigned threads) {
    GpuConfig config = PtxRun::one_sm();
    config.sms = 6;
    const std::string text = PtxRun::text(
        "mov.u32 %r1, %ctaid.x; mul.wide.u32 %rd2, %r1, 1000000; add.s64 %rd1, %rd1, %rd2;\n"
        "st.global.u32 [%rd1], %r1;");
    StatGroup stats;
    SimulatedGpu gpu(config, {}, nullptr, stats, threads);
    try {
      gpu.launch_with(ptx::load_module(text, "test.ptx", {}).front(), {12}, {32}, gpu.allocate(64));
    } catch (const Error& e) {
      return std::string(e.what());
    }
    return std::string("no error");
  };
  const auto number = [&](unsigned threads) {
    return in_child(1, [&] {
      return std::vector{static_cast<double>(std::hash<std::string>{}(message(threads)) >> 12)};
    })[0];
  };
  const double one = number(1);
  EXPECT_NE(one, static_cast<double>(std::hash<std::string>{}("no error") >> 12));
  for (const unsigned threads : {2u, 3u}) EXPECT_EQ(number(threads), one) << threads;
}

}  // namespace
}  // namespace heddle::threads_test
