// SPDX-License-Identifier: Apache-2.0
#include "models/energy/gpu_energy.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <map>

#include "models/base/config.hpp"
#include "models/base/data_root.hpp"

namespace heddle::gpu_energy_test {
namespace {

/// A GPU of two SMs with round clock periods.
const EnergyMachine machine{.sms = 2,
                            .channels = 3,
                            .l2_slices = 4,
                            .l1i = {2048},
                            .l1d = {16384},
                            .l1c = {8192, 64},
                            .l1t = {12288},
                            .shared = 49152,
                            .l2 = 65536,
                            .shared_banks = 32,
                            .l2_port = 32,
                            .core_ns = 1,
                            .bit_ns = 0.25};

using Counts = std::map<std::string, double, std::less<>>;

EventCount counting(const Counts& counts) {
  return [&counts](std::string_view path) {
    const auto it = counts.find(path);
    return it == counts.end() ? 0 : it->second;
  };
}

const EnergyTerm& term(const std::vector<EnergyTerm>& all, const std::string& component,
                       const std::string& name) {
  const auto it = std::find_if(all.begin(), all.end(), [&](const EnergyTerm& t) {
    return t.component == component && t.name == name;
  });
  if (it == all.end()) throw Error({.what = "no such term", .value = component + "." + name});
  return *it;
}

double pj(const std::string& component, const std::string& name, const Counts& counts) {
  const auto all = energy_terms({}, machine);
  return energy_of(term(all, component, name), counting(counts));
}

TEST(GpuEnergy, OfCoresFollowsTheOperationsOfTheirLanes) {
  EXPECT_DOUBLE_EQ(
      pj("cores", "control", {{"sm_total.warp_instructions", 10}, {"sm_total.injected_moves", 2}}),
      12 * 48.0);
  EXPECT_DOUBLE_EQ(pj("cores", "integer", {{"sm_total.lane_operations.integer", 100}}), 145);
  EXPECT_DOUBLE_EQ(pj("cores", "integer_multiply", {{"sm_total.lane_operations.integer_multiply", 100}}),
                   2670);
  EXPECT_DOUBLE_EQ(pj("cores", "float", {{"sm_total.lane_operations.float", 10}}), 319);
  EXPECT_DOUBLE_EQ(pj("cores", "double", {{"sm_total.lane_operations.double", 10}}), 638);
  EXPECT_DOUBLE_EQ(pj("cores", "special", {{"sm_total.lane_operations.special", 10}}), 522);
}

TEST(GpuEnergy, LeakageIsPowerTimesTime) {
  // 2 SMs x 800 mW x 100 ns = 160 nJ
  EXPECT_DOUBLE_EQ(pj("cores", "execution_leakage", {{"cycles", 100}}), 160'000);
  EXPECT_DOUBLE_EQ(pj("cores", "other_leakage", {{"cycles", 100}}), 2 * 480 * 100);
  // 2 x (2 + 16 + 8 + 12 + 48) KiB x 1.45 mW
  EXPECT_NEAR(pj("caches", "l1_leakage", {{"cycles", 100}}), 2 * 86 * 1.45 * 100, 1e-6);
  EXPECT_NEAR(pj("caches", "l2_leakage", {{"cycles", 100}}), 4 * 64 * 1.45 * 100, 1e-6);
  // 3 devices x 1.5 V x 450 mA
  EXPECT_NEAR(pj("dram", "background", {{"cycles", 100}}), 3 * 675.0 * 100, 1e-6);
}

TEST(GpuEnergy, OfAnSramGrowsWithTheRootOfItsCapacity) {
  const SramCosts sram;
  EXPECT_DOUBLE_EQ(sram.pj(8192, 8), 12.3);
  EXPECT_DOUBLE_EQ(sram.pj(4 * 8192, 8), 24.6);  // 32 KB take twice the energy of 8 KB in Horowitz's table
  EXPECT_DOUBLE_EQ(sram.pj(8192, 128), 16 * 12.3);
  // In Horowitz's table a megabyte takes ten times the energy of 8 KB; the square-root law gives 11.3.
  EXPECT_NEAR(sram.pj(1 << 20, 8) / sram.pj(8192, 8), 10, 1.5);
}

TEST(GpuEnergy, OfCachesFollowsTheirAccesses) {
  EXPECT_DOUBLE_EQ(pj("caches", "l1c", {{"sm_total.l1c.line_accesses", 12}}), 12 * 8 * 12.3);
  EXPECT_DOUBLE_EQ(pj("caches", "l1i", {{"sm_total.l1i.accesses", 10}, {"sm_total.l1i.misses", 2}}),
                   12 * 16 * 12.3 / 2);
  EXPECT_DOUBLE_EQ(pj("caches", "l2", {{"l2_total.port_busy", 10}}), 10 * 4 * 12.3 * std::sqrt(8.0));
  EXPECT_DOUBLE_EQ(pj("caches", "l2_fills", {{"dram_total.read_bursts", 5}}), 5 * 4 * 12.3 * std::sqrt(8.0));
  EXPECT_DOUBLE_EQ(pj("caches", "l1i", {{"sm_total.l1i.accesses", 10}}), 10 * 16 * 12.3 / 2);
  // 32 banks of 1.5 KiB; an access moves half of an 8-byte word
  EXPECT_NEAR(pj("caches", "shared_memory", {{"sm_total.load_store.shared_accesses", 1}}),
              32 * 12.3 / 2 * std::sqrt(1.5 / 8), 1e-9);
}

/// A store to global memory looks up the tags but not the data; a store to local memory that misses writes a
/// line without fetching it.
TEST(GpuEnergy, OfTheL1FollowsWhatItsDataAndItsTagsDo) {
  const double line = 16 * 12.3 * std::sqrt(2.0);
  // 128 tags of 4 bytes, of which 4 are read
  const double lookup = 2 * 12.3 / 4;
  const Counts stores{{"sm_total.l1d.accesses", 10},
                      {"sm_total.l1d.misses", 10},
                      {"sm_total.l1d.line_accesses", 3},
                      {"sm_total.l1d.tag_lookups", 7}};
  EXPECT_NEAR(pj("caches", "l1d", stores), 3 * line, 1e-9);
  EXPECT_NEAR(pj("caches", "l1d_tags", stores), 7 * lookup, 1e-9);
}

/// A header of 8 bytes costs the energy of 8 bytes, whatever the flit size is.
TEST(GpuEnergy, OfTheCrossbarIsThatOfTheWiresOfItsBytes) {
  // 256 wires x 300 fF/mm x 11.5 mm x (1 V)^2 / 2, half of which toggle
  EXPECT_DOUBLE_EQ(InterconnectCosts{}.wires_pj(32), 220.8);
  const Counts counts{{"crossbar.requests.flits", 1},
                      {"crossbar.requests.bytes", 8},
                      {"crossbar.responses.flits", 5},
                      {"crossbar.responses.bytes", 136}};
  EXPECT_DOUBLE_EQ(pj("interconnect", "requests", counts), 220.8 / 4);
  EXPECT_DOUBLE_EQ(pj("interconnect", "responses", counts), 220.8 * 4.25);
}

TEST(GpuEnergy, OfMemoryFollowsTheDataSheet) {
  const DramCosts dram;
  // 1.5 V x (490 mA x 40.02 ns - 450 mA x 28.01 ns - 250 mA x 12.01 ns)
  EXPECT_NEAR(dram.activate_pj(), 1.5 * (19'609.8 - 12'604.5 - 3'002.5), 1e-6);
  EXPECT_NEAR(dram.read_pj(), 1.5 * 630 * 1.334, 1e-6);
  EXPECT_NEAR(dram.write_pj(), 1.5 * 710 * 1.334, 1e-6);
  EXPECT_NEAR(dram.refresh_pj(), 1.5 * 200 * 65.4, 1e-6);
  // half of 256 bits draw 1.5 V / 100 ohm = 15 mA: 22.5 mW for 0.25 ns
  EXPECT_NEAR(dram.io_pj(0.25), 128 * 22.5 * 0.25, 1e-9);
  EXPECT_NEAR(pj("dram", "activate", {{"dram_total.activates", 3}}), 3 * dram.activate_pj(), 1e-6);
  const Counts bursts{{"dram_total.read_bursts", 7}, {"dram_total.write_bursts", 4}};
  EXPECT_NEAR(pj("dram", "read", bursts), 7 * dram.read_pj(), 1e-6);
  EXPECT_NEAR(pj("dram", "write", bursts), 4 * dram.write_pj(), 1e-6);
  EXPECT_NEAR(pj("dram_pins", "data", bursts), 11 * dram.io_pj(0.25), 1e-6);
  EXPECT_NEAR(pj("memory_controllers", "bursts", bursts), 11 * 879.0, 1e-6);
}

TEST(GpuEnergy, OfARunIsTheSumOfItsTerms) {
  const Counts counts{{"cycles", 1000},
                      {"sm_total.warp_instructions", 100},
                      {"sm_total.lane_operations.float", 3200},
                      {"dram_total.read_bursts", 10}};
  double total = 0, standing = 0;
  for (const EnergyTerm& t : energy_terms({}, machine)) {
    total += energy_of(t, counting(counts));
    if (t.is_static) standing += energy_of(t, counting(counts));
  }
  const double expected_static = 1000 * (2 * 1280 + 2 * 86 * 1.45 + 4 * 64 * 1.45 + 3 * 675);
  EXPECT_NEAR(standing, expected_static, 1e-3);
  EXPECT_NEAR(total,
              expected_static + 100 * 48.0 + 3200 * 31.9 +
                  10 * (1.5 * 630 * 1.334 + 128 * 22.5 * 0.25 + 879 + 4 * 12.3 * std::sqrt(8.0)),
              1e-3);
}

TEST(GpuEnergy, AGpuWithoutCachesHasNoTermsOfThem) {
  const auto all = energy_terms({}, {.sms = 1, .core_ns = 1});
  for (const EnergyTerm& t : all) EXPECT_NE(t.component, "caches") << t.name;
}

TEST(GpuCosts, OfThePapersTechnologySpellOutTheDefaults) {
  ConfigTree tree;
  tree.add_file(data_file("configs/technologies/lee2015_45nm.yaml"));
  resolve_gpu_costs(tree);
  for (const auto& parameter : tree.resolved())
    EXPECT_EQ(parameter.values, parameter.info.defaults) << parameter.info.path;
  EXPECT_EQ(tree.resolved().size(), describe<GpuCosts>().size());
}

TEST(GpuCosts, AKeyThatIsMissingIsNamed) {
  for (const char* yaml : {"gpu_costs: {core: {control_pj: 1}}\n", "register_file_costs: {voltage: 1}\n"}) {
    ConfigTree tree;
    tree.add_text(yaml, "half.yaml");
    try {
      resolve_gpu_costs(tree);
      FAIL() << "half a technology was accepted";
    } catch (const Error& error) {
      EXPECT_NE(error.problem().what.find("does not state gpu_costs.core."), std::string::npos)
          << error.what();
    }
  }
}

/// Factors in the file that are products of published ones have the right values.
TEST(GpuCosts, AreWhatTheirFormulasGive) {
  const double process = 45.0 / 90 * 2;
  const GpuCosts costs;
  EXPECT_NEAR(costs.core.integer_pj, 0.8 * 1.29 / (1.3 * 1.3) * process * 2.38, 0.01);
  EXPECT_NEAR(costs.core.float_pj, 3.9 * 14.91 / (1.08 * 1.08) * process * 0.64, 0.05);
  EXPECT_NEAR(costs.core.integer_multiply_pj, costs.core.float_pj * 3.1 / 3.7, 0.05);
  EXPECT_NEAR(costs.core.double_pj, 2 * costs.core.float_pj, 1e-9);
  EXPECT_NEAR(costs.core.special_pj, 8 * 14.91 / (1.08 * 1.08) * process * 0.51, 0.05);
  EXPECT_NEAR(costs.core.execution_leakage_mw, 37 * 1.1 * 16 + 37 * 4 + 0.0258 * 32, 0.5);
  EXPECT_NEAR(costs.core.other_leakage_mw, 1590 - 32 * 5.8 - 800 - 86 * 1.45, 0.5);
  EXPECT_NEAR(costs.core.control_pj, (70 - 25 - 6 - 0.1) / (0.9 * 0.9), 0.1);
  EXPECT_NEAR(costs.sram.access_pj, 10 / (0.9 * 0.9), 0.05);
  EXPECT_NEAR(costs.sram.leakage_mw_per_kib, 5.8 / 4, 1e-9);
  EXPECT_NEAR(costs.interconnect.wire_mm, std::sqrt(529.0) / 2, 0.01);
  EXPECT_NEAR(costs.dram.controller_burst_pj, 432e-3 / 1e9 / 72 * 1e12 * 45 / 65 / (1.1 * 1.1) * 256, 1);
  EXPECT_NEAR(costs.dram.t_rc_ns, 60 * 0.667, 0.01);
  EXPECT_NEAR(costs.dram.t_ras_ns, 42 * 0.667, 0.01);
  EXPECT_NEAR(costs.dram.t_rfc_ns, 98 * 0.667, 0.05);
  EXPECT_NEAR(costs.dram.burst_ns, 2 * 0.667, 0.001);
}

}  // namespace
}  // namespace heddle::gpu_energy_test
