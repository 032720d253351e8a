// SPDX-License-Identifier: Apache-2.0
#include "tb/sweep/axis.hpp"

#include <gtest/gtest.h>

#include <algorithm>

#include "models/base/error.hpp"
#include "tb/sweep/sweep.hpp"

namespace heddle::sweep::axis_test {
namespace {

using Values = std::vector<std::string>;

TEST(SweepValues, AreListsAndRanges) {
  EXPECT_EQ(values_of("1,2,4"), (Values{"1", "2", "4"}));
  EXPECT_EQ(values_of("lrr"), (Values{"lrr"}));
  EXPECT_EQ(values_of("3..6"), (Values{"3", "4", "5", "6"}));
  EXPECT_EQ(values_of("-1..1"), (Values{"-1", "0", "1"}));
  EXPECT_EQ(values_of("0..100:30"), (Values{"0", "30", "60", "90"}));
  EXPECT_EQ(values_of("1..64:*4"), (Values{"1", "4", "16", "64"}));
  EXPECT_EQ(values_of("1..3,8,16..32:16"), (Values{"1", "2", "3", "8", "16", "32"}));
  EXPECT_EQ(values_of("5..5"), (Values{"5"}));
}

TEST(SweepValues, WhatStandsInBracketsIsOneValue) {
  EXPECT_EQ(values_of("[1, 2],[3]"), (Values{"[1, 2]", "[3]"}));
  EXPECT_EQ(values_of("{a: 1, b: 2}"), (Values{"{a: 1, b: 2}"}));
  EXPECT_EQ(values_of("\"a,b\",c"), (Values{"\"a,b\"", "c"}));
  EXPECT_EQ(values_of("max(a, b),c"), (Values{"max(a, b)", "c"}));
}

TEST(SweepValues, ARangeOfWordsIsAValue) { EXPECT_EQ(values_of("../my.yaml"), (Values{"../my.yaml"})); }

TEST(SweepValues, WhatHasNoEndIsRefused) {
  for (const char* text : {"", "1,", ",1", "4..1", "1..4:0", "1..4:-1", "0..8:*2", "1..8:*1", "-4..8:*2",
                           "1..20000", "1..9223372036854775807:*2"})
    EXPECT_THROW(values_of(text), Error) << text;
  EXPECT_THROW(axis_of("sm.scheduler"), Error);
  EXPECT_THROW(axis_of("=1"), Error);
}

TEST(SweepMeasure, NamesStatisticsOfAConfiguration) {
  EXPECT_EQ(of_configuration("ipc", "c"), "c.ipc");
  EXPECT_EQ(of_configuration("energy.total / sm_total.warp_instructions", "c"),
            "c.energy.total / c.sm_total.warp_instructions");
  EXPECT_EQ(of_configuration("max(cycles, 1e3) - 2*ipc", "c"), "max(c.cycles, 1e3) - 2*c.ipc");
}

SweepRequest request() {
  SweepRequest r;
  r.program.workload = r.program.label = "vectoradd";
  r.gpus = {"gtx480_lee2015"};
  r.measures = {"cycles", "ipc"};
  return r;
}

TEST(SweepPlan, HasAllCombinations) {
  SweepRequest r = request();
  r.sizes = {axis_of("n=100,200"), axis_of("ctas=1")};
  r.with = {"none", "warped_compression"};
  r.settings = {axis_of("sms=1,2,4"), axis_of("sm.scheduler=lrr")};
  const Sweep s = plan(r);
  ASSERT_EQ(s.rows.size(), 2u);
  ASSERT_EQ(s.machines.size(), 6u);
  EXPECT_EQ(s.rows[1], (Values{"200"}));
  EXPECT_EQ(s.machines[4], (Values{"warped_compression", "2"}));
  EXPECT_EQ(s.experiment.workloads[1].sizes, (Values{"n=200", "ctas=1"}));
  const auto& c = s.experiment.declared.configurations[4];
  EXPECT_EQ(c.name, "warped_compression_sms_2");
  EXPECT_EQ(c.with, (Values{"warped_compression"}));
  EXPECT_EQ(c.set, (Values{"sms=2", "sm.scheduler=lrr"}));
  EXPECT_EQ(s.experiment.declared.series[9].value, "warped_compression_sms_2.ipc");
}

TEST(SweepPlan, ConfigurationsHaveNamesOfTheirOwn) {
  SweepRequest r = request();
  r.settings = {axis_of("register_file_costs.compressor_pj=1.5,1_5"), axis_of("sms=16")};
  const auto& c = plan(r).experiment.declared.configurations;
  EXPECT_EQ(c[0].name, "compressor_pj_1_5");
  EXPECT_EQ(c[1].name, "compressor_pj_1_5_2");
}

TEST(SweepPlan, AblationLeavesOutEach) {
  SweepRequest r = request();
  r.with = {"five"};
  r.ablate = true;
  const Sweep s = plan(r);
  ASSERT_EQ(s.machines.size(), 12u);
  EXPECT_EQ(s.machines.front(), (Values{"none"}));
  EXPECT_EQ(s.machines[6], (Values{"all"}));
  EXPECT_EQ(s.machines[11], (Values{"all but line_compression"}));
  const auto& all = s.experiment.declared.configurations;
  EXPECT_EQ(all[6].with.size(), 5u);
  EXPECT_EQ(all[11].with.size(), 4u);
  const auto renames_less = [](const ExperimentConfiguration& c) {
    return std::ranges::find(c.set, "register_virtualization.registers=960") != c.set.end();
  };
  EXPECT_TRUE(renames_less(all[6]));
  EXPECT_FALSE(renames_less(all[3])) << "beside assist warps alone";
}

TEST(SweepPlan, AblationOfTwoHasEachAloneOnce) {
  SweepRequest r = request();
  r.with = {"warped_compression,lane_power_gating"};
  r.ablate = true;
  EXPECT_EQ(plan(r).machines,
            (std::vector<Values>{{"none"}, {"warped_compression"}, {"lane_power_gating"}, {"all"}}));
}

TEST(SweepPlan, WhatIsUnclearIsRefused) {
  SweepRequest twice = request(), many = request(), two = request();
  twice.settings = {axis_of("sms=1"), axis_of("sms=2")};
  many.settings = {axis_of("sms=1..200"), axis_of("sm.ctas=1..200")};
  two.with = {"caba", "warped_compression"};
  two.ablate = true;
  for (const SweepRequest& r : {twice, many, two}) EXPECT_THROW(plan(r), Error);
}

}  // namespace
}  // namespace heddle::sweep::axis_test
