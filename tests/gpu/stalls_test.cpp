// SPDX-License-Identifier: Apache-2.0
// Random stalls cost time and change nothing else: every committed value is right, and a seed always gives
// the same statistics, whether idle cycles are skipped or not.
#include "tb/cosim/rtl/verilated_library.hpp"
#include "tb/tandem/tandem_check.hpp"
#include "tb/workloads/workload.hpp"
#include "tests/gpu/in_child.hpp"

namespace heddle::stalls_test {
namespace {

struct Outcome {
  bool right = false;
  double cycles = 0, statistics = 0;  ///< of all statistics a hash
  bool operator==(const Outcome&) const = default;
};
void PrintTo(const Outcome& o, std::ostream* out) {
  *out << (o.right ? "right" : "wrong") << " in " << o.cycles << " cycles, statistics " << o.statistics;
}

struct Machine {
  std::string workload, techniques;
  unsigned registers = 1024;  ///< physical ones, where they are virtual
};
void PrintTo(const Machine& m, std::ostream* out) { *out << m.workload << " " << m.techniques; }

/// Runs the workload in its small size on two SMs under tandem execution.
Outcome run(const Machine& m, const StallConfig& stalls, bool skipping = true, const std::string& rtl = "") {
  const auto found = in_child(3, [&] {
    StatGroup stats;
    GpuConfig config;
    config.sms = 2;
    config.dram.controller.check_protocol = true;
    config.skip_idle_cycles = skipping;
    config.stalls = stalls;
    config.sm.power_gating = !m.techniques.empty();
    config.sm.power_gate.rows_per_domain = 64;
    VerilatedLibrary library(parse_rtl_selection(rtl));
    const Techniques techniques =
        techniques_of(m.techniques, {fmt::format("register_virtualization.registers={}", m.registers)});
    SimulatedGpu gpu(config, techniques, &library, stats);
    TandemCheck check(gpu, config, values_of(techniques));
    bool right = false;
    try {
      right = Registry<Workload>::instance().find(m.workload).run(check, {.small = true}).passed();
    } catch (const std::exception& e) {
      fprintf(stderr, "seed %llu, %u percent: %s\n", static_cast<unsigned long long>(stalls.seed),
              stalls.percent, e.what());
    }
    const std::string all = csv_of(stats);
    return std::vector{right ? 1.0 : 0.0, stats.number("cycles"),
                       static_cast<double>(std::hash<std::string>{}(all))};
  });
  return {found[0] == 1, found[1], found[2]};
}

class Stalls : public testing::TestWithParam<Machine> {};

TEST_P(Stalls, CostTimeAndChangeNoResult) {
  double before = 0;
  for (const unsigned percent : {0, 10, 60}) {
    const Outcome o = run(GetParam(), {.percent = percent, .seed = 1});
    EXPECT_TRUE(o.right) << "seed 1, percent " << percent;
    EXPECT_GT(o.cycles, before) << "seed 1, percent " << percent;
    before = o.cycles;
  }
}

TEST_P(Stalls, GiveTheSameStatisticsForASeed) {
  std::vector<double> statistics;
  for (const std::uint64_t seed : {1, 2}) {
    SCOPED_TRACE("seed " + std::to_string(seed));
    const StallConfig stalls{.percent = 10, .seed = seed};
    const Outcome o = run(GetParam(), stalls);
    EXPECT_TRUE(o.right);
    EXPECT_EQ(o, run(GetParam(), stalls)) << "again";
    EXPECT_EQ(o, run(GetParam(), stalls, false)) << "without skipping";
    statistics.push_back(o.statistics);
  }
  EXPECT_NE(statistics[0], statistics[1]) << "seeds 1 and 2";
}

/// Workloads with barriers, with atomics, and with several launches.
std::vector<Machine> all_machines() {
  std::vector<Machine> all;
  for (const char* techniques :
       {"", "warped_compression", "register_virtualization", "warped_compression,register_virtualization"}) {
    all.push_back({"pathfinder", techniques, 512});
    all.push_back({"histogram", techniques, 512});
    all.push_back({"bfs", techniques});
  }
  // Without skipping, blocks go by their pins that are direct otherwise (FeedForwardUnit).
  for (const char* workload : {"pathfinder", "bfs"})
    for (const char* techniques : {"warp_approximation", "warped_compression,warp_approximation"})
      all.push_back({workload, techniques});
  return all;
}
INSTANTIATE_TEST_SUITE_P(Workloads, Stalls, testing::ValuesIn(all_machines()));

TEST(StallsWithRtl, GiveTheStatisticsOfTheModels) {
  const Machine machine{"pathfinder", "warped_compression,register_virtualization", 512};
  const StallConfig stalls{.percent = 25, .seed = 5};
  const Outcome o = run(machine, stalls);
  EXPECT_TRUE(o.right);
  EXPECT_EQ(o, run(machine, stalls, true, "bdi_compressor,bank_arbiter,renaming_table")) << "seed 5";
}

TEST(StallsConfiguration, NamesKeyValueAndLegalRange) {
  for (const char* percent : {"91", "-1", "many"}) {
    ConfigTree tree;
    tree.set(std::string("stalls.percent=") + percent);
    try {
      resolve<GpuConfig>(tree);
      ADD_FAILURE() << percent;
    } catch (const Error& e) {
      EXPECT_NE(e.problem().what.find("stalls.percent"), std::string::npos) << e.what();
      EXPECT_EQ(e.problem().value, percent);
      EXPECT_EQ(e.problem().legal, "0 .. 90 %");
    }
  }
}

}  // namespace
}  // namespace heddle::stalls_test
