// SPDX-License-Identifier: Apache-2.0
// The core's figures against what the configuration's parameters add up to.
#include "tb/microbench/core/core_report.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <map>

#include "tb/microbench/core/published_core.hpp"
#include "tb/run/child_process.hpp"
#include "tb/run/platform.hpp"
#include "tests/cli/program.hpp"

namespace heddle::core_test {
namespace {

using Words = std::vector<std::string>;

constexpr const char* gpu = "gtx480_measured";

/// The figures as core.json has them, measured in a process of their own.
std::string json(const Words& groups, const Words& assignments = {}) {
  return in_child_process("the measurement", [&] {
    const Platform platform = resolve_platform({.gpu = gpu, .assignments = assignments});
    return json_of(measure_core(platform, core_groups(groups)), true).dump();
  });
}

struct Figures {
  std::map<std::string, double> by_name{};
  explicit Figures(const Words& groups, const Words& assignments = {}) {
    const auto rows = nlohmann::json::parse(json(groups, assignments)).at("measurements");
    for (const auto& row : rows) by_name[row.at("name")] = row.at("measured");
  }
  double operator[](const std::string& name) const { return by_name.at(name); }
};

/// What each instruction takes beside its own latency: issue, bank arbiter, bank and collector ahead of it;
/// result bus, bank arbiter and bank behind it.
constexpr double around = 4 + 3;
/// The first instruction of a stretch may be the first or the second one of its fetch.
constexpr double a_cycle_of_the_stretch = 0.02;

TEST(CoreArithmetic, AChainTakesTheStagesAndTheLatencyOfTheOperation) {
  for (const unsigned latency : {4u, 9u}) {
    const std::string times = "sm.operations.integer.";
    const Figures f(
        {"arithmetic"},
        {fmt::format("{}add.latency={}", times, latency), fmt::format("{}mul.latency={}", times, latency + 1),
         fmt::format("{}mad.latency={}", times, latency + 2),
         fmt::format("sm.operations.single_precision.mad.latency={}", latency + 3),
         fmt::format("sm.operations.special.latency={}", 5 * latency)});
    for (const char* name : {"int add latency", "int logic latency", "int shift latency"})
      EXPECT_NEAR(f[name], around + latency, a_cycle_of_the_stretch) << name;
    EXPECT_NEAR(f["int mul latency"], around + latency + 1, a_cycle_of_the_stretch);
    EXPECT_NEAR(f["int mad latency"], around + latency + 2, a_cycle_of_the_stretch);
    EXPECT_NEAR(f["fp fma latency"], around + latency + 3, a_cycle_of_the_stretch);
    EXPECT_NEAR(f["special latency"], around + 5 * latency, a_cycle_of_the_stretch);
    // A 64-bit result leaves its pipeline in two cycles.
    EXPECT_NEAR(f["dp add latency"], around + 8 + 1, a_cycle_of_the_stretch);
  }
}

/// A pipeline takes 32 lanes each `interval` cycles, and a scheduler issues one instruction a cycle.
TEST(CoreArithmetic, RatesAreThoseOfThePipelinesAndNeverAboveTheirLanes) {
  for (const unsigned pipelines : {1u, 2u}) {
    const SmConfig sm = resolve_platform({.gpu = gpu}).gpu.sm;
    const Figures f({"arithmetic"}, {fmt::format("sm.sp_units={}", pipelines)});
    const auto expect = [&](const char* name, double units, const OperationTime& time) {
      const double lanes = std::min(units / time.interval, double(sm.schedulers)) * warp_size;
      EXPECT_LE(f[name], lanes) << name;
      EXPECT_GT(f[name], 0.97 * lanes) << name;
    };
    const auto& t = sm.operations;
    expect("int add rate", pipelines, t.integer.add);
    expect("int max rate", pipelines, t.integer.max);
    expect("int mul rate", pipelines, t.integer.mul);
    expect("int mad rate", pipelines, t.integer.mad);
    expect("fp add rate", pipelines, t.single_precision.add);
    expect("fp mul rate", pipelines, t.single_precision.mul);
    expect("fp fma rate", pipelines, t.single_precision.mad);
    expect("special rate", sm.sfu_units, t.special);
    expect("dp add rate", sm.dp_units, t.double_precision.add);
    expect("dp fma rate", sm.dp_units, t.double_precision.mad);
  }
}

TEST(CoreShared, AConflictOfNWaysTakesNTimesTheSlotsOfAnAccess) {
  for (const unsigned latency : {26u, 40u}) {
    const Figures f({"shared"}, {fmt::format("sm.load_store.shared_latency={}", latency)});
    EXPECT_NEAR(f["shared load latency"], around + latency, a_cycle_of_the_stretch);
    EXPECT_NEAR(f["shared 32 bits"], 1, 0.01);
    for (const unsigned n : {2u, 4u, 8u, 16u, 32u}) {
      EXPECT_NEAR(f[fmt::format("shared {}-way latency", n)], around + latency + n - 1,
                  a_cycle_of_the_stretch);
      EXPECT_NEAR(f[fmt::format("shared {}-way conflict", n)], n * f["shared 32 bits"], 0.01 * n);
    }
    EXPECT_NEAR(f["shared 64 bits"], 2, 0.02);   // by half warps
    EXPECT_NEAR(f["shared 128 bits"], 4, 0.04);  // by quarter warps
  }
}

/// With half the banks two lanes meet in each.
TEST(CoreShared, HalfTheBanksTakeTwiceTheSlots) {
  const Figures f({"shared"}, {"sm.load_store.shared_banks=16"});
  EXPECT_NEAR(f["shared 32 bits"], 2, 0.02);
  EXPECT_NEAR(f["shared load latency"], around + 26 + 1, a_cycle_of_the_stretch);
}

/// A miss goes to the L2, whose latency it has on top.
TEST(CoreConstant, AHitTakesTheCachesLatencyAndAMissTheL2s) {
  const Figures near({"constant"}), far({"constant"}, {"sm.load_store.l1c.latency=6", "l2.rop_latency=170"});
  EXPECT_NEAR(near["constant hit latency"], around + 1, a_cycle_of_the_stretch);
  EXPECT_NEAR(far["constant hit latency"], around + 6, a_cycle_of_the_stretch);
  EXPECT_GT(near["constant miss latency"], around + 120);
  EXPECT_NEAR(far["constant miss latency"] - near["constant miss latency"], 50, 1);
  EXPECT_NEAR(near["constant 32 bits"], 1, 0.01);
}

TEST(CoreL1, AHitTakesItsLatencyAndItsPortALineACycle) {
  const Figures f({"l1"}), slow({"l1"}, {"sm.load_store.l1d.latency=50", "sm.load_store.l1d_port_bytes=64"});
  EXPECT_NEAR(f["L1 hit latency"], around + 35, a_cycle_of_the_stretch);
  EXPECT_NEAR(slow["L1 hit latency"], around + 50, a_cycle_of_the_stretch);
  for (const char* name : {"L1 32 bits", "L1 64 bits", "L1 128 bits"}) {
    EXPECT_NEAR(f[name], 1, 0.02) << name;
    EXPECT_NEAR(slow[name], 0.5, 0.01) << name;
  }
}

/// 48 warps with a load or an xor each; where the port is not busy, a line each in the time of both.
TEST(CoreL1, LoadsInTurnWithXorTakeBothLatencies) {
  const Figures f({"l1"}), slow({"l1"}, {"sm.load_store.l1d.latency=80"});
  const auto limit = [](double l1) { return 48 / (around + l1 + around + 4); };
  EXPECT_LE(f["L1 32 bits, in turn with xor"], limit(35));
  EXPECT_GT(f["L1 32 bits, in turn with xor"], 0.9 * limit(35));
  EXPECT_NEAR(slow["L1 32 bits, in turn with xor"], limit(80), 0.03 * limit(80));
}

/// What follows a taken branch is fetched anew.
TEST(CoreControl, ABranchTakesAFetch) {
  const Figures near({"control"}), far({"control"}, {"sm.decode_latency=6"});
  constexpr double a_fetch_of_the_stretch = 7.0 / 32;
  EXPECT_NEAR(far["branch of all lanes"] - near["branch of all lanes"], 5, a_fetch_of_the_stretch);
  EXPECT_GT(near["branch of half, and the move of the others"], near["branch of all lanes"]);
  // Both sides are executed.
  EXPECT_GT(near["if and else, half at each"], near["if and else, all lanes at one"]);
}

/// The last warp's fetch opens it.
TEST(CoreControl, ABarrierTakesLongerWithMoreWarps) {
  const Figures f({"control"});
  EXPECT_LT(f["barrier of one warp"], f["barrier of 8 warps"]);
  EXPECT_LT(f["barrier of 8 warps"], f["barrier of 32 warps"]);
}

/// Each miss adds a way to the L2 and back, and one that misses there a read of DRAM; with neither, what is
/// left is the pipeline.
TEST(CoreLaunch, CostsItsMisses) {
  const Figures f({"launch"}), rop({"launch"}, {"l2.rop_latency=20"}),
      dram({"launch"}, {"dram.controller.latency=32"});
  EXPECT_LT(f["ret, again"], 10);
  EXPECT_EQ(rop["ret, again"], f["ret, again"]);
  const auto less = [&](const Figures& g, const char* name) { return f[name] - g[name]; };
  EXPECT_NEAR(less(rop, "ret, after the other kernel"), 100, 1);
  EXPECT_NEAR(less(rop, "reads a parameter, again"), 100, 1);
  EXPECT_NEAR(less(rop, "reads a parameter, after the other kernel"), 200, 2);
  EXPECT_NEAR(less(rop, "the same, and a store"), 200, 2);
  // 100 command cycles of 950 MHz.
  EXPECT_NEAR(less(dram, "ret, first launch"), 100 * 775.0 / 950, 2);
  EXPECT_NEAR(less(dram, "reads a parameter, first launch"), 100 * 775.0 / 950, 2);
  EXPECT_EQ(less(dram, "reads a parameter, after the other kernel"), 0);
}

TEST(Core, EqualMachinesGiveEqualFigures) {
  EXPECT_EQ(json({"shared", "l1"}), json({"l1", "shared"}));
  EXPECT_NE(json({"l1"}), json({"l1"}, {"sm.load_store.l1d.latency=36"}));
}

TEST(Core, AllThatIsPublishedIsMeasured) {
  const Figures f({});
  unsigned found = 0;
  for (const auto& [name, value] : f.by_name) {
    EXPECT_GT(value, 0) << name;
    found += published_core(name) != nullptr;
  }
  EXPECT_EQ(found, published_cores());
  EXPECT_FALSE(has_published_core("gtx480_lee2015"));  // its cycle is a hot clock
  const auto names = gpu_names();
  EXPECT_EQ(std::count_if(names.begin(), names.end(), has_published_core), 4);
}

/// One warp waits for each fetch of two instructions: for the L1 instruction cache, the decoder, and a cycle.
TEST(Core, OneWarpHasNoRateOfMany) {
  const Figures f({"arithmetic", "control"}, {"sm.warps=1"});
  EXPECT_LE(f["int add rate"], 2.0 / 3 * warp_size);
  EXPECT_GT(f["int add rate"], 0.9 * 2.0 / 3 * warp_size);
  EXPECT_FALSE(f.by_name.contains("barrier of 8 warps"));
}

TEST(CoreReport, SaysWhatWasPublishedAndWhatWasNot) {
  const std::vector<CoreMeasurement> rows{{CoreGroup::shared, "shared 128 bits", "cycles/access", 4},
                                          {CoreGroup::shared, "shared load latency", "cycles", 33}};
  const std::string with = text_of(rows, true), without = text_of(rows, false);
  EXPECT_NE(with.find("6.06   0.66  gpumembench"), std::string::npos) << with;
  EXPECT_NE(with.find("not found"), std::string::npos) << with;
  EXPECT_EQ(without.find("published"), std::string::npos) << without;
  EXPECT_EQ(csv_of(rows, false),
            "group,name,unit,measured\nshared,\"shared 128 bits\",cycles/access,4\n"
            "shared,\"shared load latency\",cycles,33\n");
}

TEST(CoreCommand, RefusesWhatItDoesNotKnow) {
  expect_refused({}, {"microbench", "cores"}, {"command line", "cores"}, 2);
  expect_refused({}, {"microbench", "core", "--gpu", "gtx480_measure"},
                 {"'gtx480_measure'", "did you mean 'gtx480_measured'?"});
  expect_refused({}, {"microbench", "core", "--group", "shared,artihmetic"},
                 {"unknown group", "'artihmetic'", "did you mean 'arithmetic'?"});
  expect_refused({}, {"microbench", "core", "--loads", "0.5"}, {"--loads does not go with core"});
  expect_refused({}, {"microbench", "core", "--seed", "2"}, {"--seed does not go with core"});
  expect_refused({}, {"microbench", "core", "--ports", "32"}, {"--ports does not go with core"});
  expect_refused({}, {"microbench", "dram", "--group", "l1"}, {"--group does not go with dram"});
}

TEST(CoreCommand, WritesItsFigures) {
  const TemporaryFolder folder;
  const Ran ran =
      heddle({"microbench", "core", "--gpu", gpu, "--group", "constant", "--out", "made"}, folder);
  EXPECT_EQ(ran.status, 0) << ran.err;
  for (const char* file : {"core.json", "core.csv", "config.yaml"})
    EXPECT_TRUE(std::filesystem::exists(folder.path() / "made" / file)) << file;
  EXPECT_NE(ran.out.find("constant hit latency"), std::string::npos) << ran.out;
  EXPECT_EQ(ran.out.find("fp add"), std::string::npos) << ran.out;
}

}  // namespace
}  // namespace heddle::core_test
