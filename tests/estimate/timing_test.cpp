// SPDX-License-Identifier: Apache-2.0
#include "tb/estimate/timing.hpp"

#include <gtest/gtest.h>

#include <string>

#include "models/base/error.hpp"

namespace heddle::estimate::timing_test {
namespace {

const std::string report = R"(OpenSTA 2.0.17
Warning: something harmless
heddle paths inputs
Startpoint: req_data_i[0] (input port clocked by clock)
   2.500000    2.500000 v n_1/D (DFF)
               2.500000   data arrival time

  -0.125000  999.875000   library setup time
             999.875000   data required time
-------------------------------------------------------------
             999.875000   data required time
              -2.500000   data arrival time
heddle paths between
               3.250000   data arrival time
  -0.250000  999.750000   library setup time
              -3.250000   data arrival time
heddle paths between
heddle paths outputs
               0.500000   data arrival time
              -0.500000   data arrival time
heddle paths half inputs
heddle paths half between
heddle paths half between
 500.000000  500.000000   clock clock' (rise edge)
             501.000000   data arrival time
1000.000000 1000.000000   clock clock (rise edge)
            -501.000000   data arrival time
heddle paths half outputs
heddle power 0
     Internal    Switching      Leakage        Total
        Power        Power        Power        Power
----------------------------------------------------
 1.000000e-06 0.000000e+00 3.000000e-09 1.003000e-06 n_1
 0.000000e+00 0.000000e+00 1.000000e-09 1.000000e-09 n_2
heddle power 1
 2.500000e-06 0.500000e-06 3.000000e-09 3.003000e-06 n_1
 4.000000e-06 1.000000e-06 1.000000e-09 5.001000e-06 n_2
heddle end
)";

TEST(Timing, ReportIsRead) {
  const TimingAndEnergy a = parse_analysis(report);
  EXPECT_DOUBLE_EQ(a.timing.logic_from_inputs, 2.5);
  EXPECT_DOUBLE_EQ(a.timing.logic_between, 3.25);
  EXPECT_DOUBLE_EQ(a.timing.clock_to_output, 0.5);
  EXPECT_DOUBLE_EQ(a.timing.setup, 0.25);
  EXPECT_DOUBLE_EQ(a.timing.half_between, 1);
  // The inputs come from registers, too: 0.5 + 2.5 + 0.25 and 3.25 + 0.25; 2 (1 + 0.25).
  EXPECT_DOUBLE_EQ(a.timing.critical_path(), 3.5);
  ASSERT_EQ(a.energies.size(), 2u);
  // 1 uW over a period of 1000 ns is 1 pJ. Half of the reported internal energy is real, because the report
  // has a rise and a fall for each transition.
  EXPECT_NEAR(a.energies.at("n_1").cycle_pj, 0.5, 1e-9);
  EXPECT_NEAR(a.energies.at("n_1").transition_pj, 1.25, 1e-9);
  EXPECT_NEAR(a.energies.at("n_2").cycle_pj, 0, 1e-9);
  EXPECT_NEAR(a.energies.at("n_2").transition_pj, 3, 1e-9);
  EXPECT_NEAR(a.energies.at("n_1").leakage_mw, 3e-6, 1e-12);
}

TEST(Timing, CriticalPathTakesTheInputsWhenTheyAreLonger) {
  const Timing t{.logic_from_inputs = 4, .logic_between = 3, .setup = 0.25, .clock_to_output = 0.5};
  EXPECT_DOUBLE_EQ(t.critical_path(), 4.75);
  EXPECT_EQ(t.half_cycle(), 0);
}

TEST(Timing, AHalfCycleCountsTwice) {
  const Timing t{
      .logic_between = 3, .setup = 0.25, .half_from_inputs = 1.5, .half_between = 1, .half_to_output = 0.5};
  EXPECT_DOUBLE_EQ(t.half_cycle(), 2.25) << "the register outside, the logic, and the setup";
  EXPECT_DOUBLE_EQ(t.critical_path(), 4.5);
}

TEST(Timing, TablesOrAVoltageThatOpenStaDoesNotFindAreRefused) {
  std::string no_table = report;
  no_table.insert(no_table.find("heddle paths inputs"),
                  "Warning: x.lib, line 24 table template grid not found.\n");
  EXPECT_THROW(parse_analysis(no_table), Error);
  std::string no_voltage = report;
  for (const char* switching : {" 0.500000e-06", " 1.000000e-06 1"}) {
    const std::size_t at = no_voltage.find(switching);
    ASSERT_NE(at, std::string::npos);
    no_voltage.replace(at, 13, " 0.000000e+00");
  }
  EXPECT_THROW(parse_analysis(no_voltage), Error);
}

TEST(Timing, AnIncompleteReportIsRefused) {
  EXPECT_THROW(parse_analysis(""), Error);
  EXPECT_THROW(parse_analysis(report.substr(0, report.find("heddle end"))), Error);
  std::string no_power = report;
  for (std::size_t at; (at = no_power.find(" n_")) != std::string::npos;) no_power.erase(at, 3);
  EXPECT_THROW(parse_analysis(no_power), Error);
}

}  // namespace
}  // namespace heddle::estimate::timing_test
