// SPDX-License-Identifier: Apache-2.0
#include "models/energy/register_file_energy.hpp"

#include <gtest/gtest.h>

#include <map>

#include "models/base/config.hpp"
#include "models/base/data_root.hpp"
#include "models/energy/gpu_costs.hpp"
#include "models/register_virtualization/renaming_costs.hpp"
#include "models/warped_compression/compression_costs.hpp"

namespace heddle::register_file_energy_test {
namespace {

constexpr std::uint64_t nanosecond = 1'000'000;  // fs

TEST(RegisterFileEnergy, WiresOfABankAccessTakeWhatThePaperSays) {
  EXPECT_DOUBLE_EQ(RegisterFileCosts{}.wire_pj(), 9.6);  // 128 x 300 fF x 1/2 x 1/2
}

TEST(RegisterFileEnergy, ActivityVoltageAndLengthScaleTheWires) {
  RegisterFileCosts costs;
  costs.wire_activity = 1;
  EXPECT_DOUBLE_EQ(costs.wire_pj(), 19.2);
  costs.voltage = 2;
  EXPECT_DOUBLE_EQ(costs.wire_pj(), 76.8);
  costs.wire_mm = 0.25;
  EXPECT_DOUBLE_EQ(costs.wire_pj(), 19.2);
}

/// Returns the energy of each category, in pJ, for these events.
std::vector<double> parts_of(const RegisterFileEnergy& energy, const std::map<std::string, double>& events,
                             std::uint64_t period_fs = nanosecond) {
  std::vector<double> all;
  for (const RegisterFileEnergyPart& part : energy.parts)
    all.push_back(RegisterFileEnergy::part(
        part,
        [&](const std::string& event) {
          const auto found = events.find(event);
          return found == events.end() ? 0 : found->second;
        },
        period_fs));
  return all;
}

RegisterFileEnergy banks() {
  const auto none = [](const RegisterFileCounts&) { return 0.; };
  return bank_energy({}, none, none);
}

TEST(RegisterFileEnergy, ABankAccessCostsTheBankAndItsWires) {
  EXPECT_EQ(parts_of(banks(), {{"bank_accesses", 10}}), (std::vector{166., 0.}));  // 10 x (7 + 9.6)
}

TEST(RegisterFileEnergy, BanksLeakOverTime) {
  // 32 banks for 1000 cycles of 2 ns: 32 x 5.8 mW x 2 us = 371.2 nJ
  const auto parts = parts_of(banks(), {{"bank_cycles", 32'000}}, 2 * nanosecond);
  EXPECT_EQ(parts[0], 0);
  EXPECT_DOUBLE_EQ(parts[1], 371'200);
}

/// Reads a technology's file as a machine with all techniques reads it.
ConfigTree technology(const char* name) {
  ConfigTree tree;
  tree.add_file(data_file(std::string("configs/technologies/") + name));
  resolve<RegisterFileCosts>(tree, "register_file_costs");
  resolve<CompressionCosts>(tree, "register_file_costs");
  resolve<RenamingCosts>(tree, "register_file_costs");
  return tree;
}

TEST(RegisterFileEnergy, ThePapersTechnologySpellsOutTheDefaults) {
  const ConfigTree tree = technology("lee2015_45nm.yaml");
  for (const auto& parameter : tree.resolved()) {
    EXPECT_EQ(parameter.values, parameter.info.defaults) << parameter.info.path;
    EXPECT_NE(parameter.origin, "default") << parameter.info.path << " is not in the file";
  }
  EXPECT_EQ(tree.resolved().size(), 17u);
}

TEST(RegisterFileEnergy, JeonsTechnologyStatesEveryKey) {
  const ConfigTree tree = technology("jeon2015_40nm.yaml");
  const auto costs = resolve<RegisterFileCosts>(tree, "register_file_costs");
  for (const auto& parameter : tree.resolved())
    EXPECT_NE(parameter.origin, "default") << parameter.info.path << " is not in the file";
  EXPECT_DOUBLE_EQ(costs.bank_access_pj + costs.wire_pj(), 4.68);  // Table 2
}

/// The files of other nodes scale one design: memories by one ratio, logic by another.
TEST(RegisterFileEnergy, ANodeScalesPartsOfAKindAlike) {
  ConfigTree table_2 = technology("jeon2015_40nm.yaml");
  const auto at_40 = resolve<RegisterFileCosts>(table_2, "register_file_costs");
  const GpuCosts wide;  // jeon2015_40nm.yaml has those of its base, which are the defaults
  for (const char* name : {"jeon2015_32nm.yaml", "jeon2015_22nm.yaml"}) {
    SCOPED_TRACE(name);
    ConfigTree tree = technology(name);
    for (const auto& parameter : tree.resolved())
      EXPECT_NE(parameter.origin, "default") << parameter.info.path << " is not in the file";
    const auto file = resolve<RegisterFileCosts>(tree, "register_file_costs");
    ConfigTree whole;
    whole.add_file(data_file("configs/technologies/lee2015_45nm.yaml"));
    whole.add_file(data_file(std::string("configs/technologies/") + name));
    const GpuCosts gpu = resolve_gpu_costs(whole);
    const auto alike = [](double a, double b) { EXPECT_NEAR(a / b, 1, 0.01); };  // three digits each
    alike(file.bank_access_pj / at_40.bank_access_pj, gpu.sram.access_pj / wide.sram.access_pj);
    alike(file.bank_leakage_mw / at_40.bank_leakage_mw,
          gpu.sram.leakage_mw_per_kib / wide.sram.leakage_mw_per_kib);
    const double energy = gpu.core.control_pj / wide.core.control_pj,
                 leakage = gpu.core.other_leakage_mw / wide.core.other_leakage_mw;
    EXPECT_LT(energy, 1);
    for (const auto part : {&CoreCosts::integer_pj, &CoreCosts::integer_multiply_pj, &CoreCosts::float_pj,
                            &CoreCosts::double_pj, &CoreCosts::special_pj})
      alike(gpu.core.*part / (wide.core.*part), energy);
    for (const auto part : {&CoreCosts::execution_leakage_mw, &CoreCosts::sp_leakage_mw})
      alike(gpu.core.*part / (wide.core.*part), leakage);
    alike(gpu.dram.controller_burst_pj / wide.dram.controller_burst_pj, energy);
  }
}

/// Figures in the files that follow from other figures have the right values.
TEST(RegisterFileEnergy, FlagsCostWhatTheRestOfTheGpuSays) {
  const GpuCosts gpu;
  const RenamingCosts costs;
  EXPECT_NEAR(costs.flag_fetch_pj, gpu.sram.pj(2048, 8), 0.1);
  EXPECT_DOUBLE_EQ(costs.flag_decode_pj, gpu.core.control_pj);
  EXPECT_NEAR(costs.flag_cache_access_pj, gpu.sram.pj(67.5, 6.75), 0.01);
  EXPECT_NEAR(costs.flag_entry_leakage_mw, gpu.sram.leakage_mw_per_kib * 6.75 / 1024, 1e-4);
}

}  // namespace
}  // namespace heddle::register_file_energy_test
