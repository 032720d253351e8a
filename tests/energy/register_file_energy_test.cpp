#include "models/energy/register_file_energy.hpp"

#include <gtest/gtest.h>

#include "models/base/config.hpp"
#include "models/base/data_root.hpp"
#include "models/energy/gpu_costs.hpp"

namespace heddle {
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

TEST(RegisterFileEnergy, ABankAccessCostsTheBankAndItsWires) {
  const auto e = register_file_energy({}, {.bank_accesses = 10}, nanosecond);
  EXPECT_DOUBLE_EQ(e.dynamic, 166);  // 10 x (7 + 9.6)
  EXPECT_DOUBLE_EQ(e.total(), 166);
}

TEST(RegisterFileEnergy, BanksLeakOverTime) {
  // 32 banks for 1000 cycles of 2 ns: 32 x 5.8 mW x 2 us = 371.2 nJ
  const auto e = register_file_energy({}, {.bank_cycles = 32'000}, 2 * nanosecond);
  EXPECT_DOUBLE_EQ(e.leakage, 371'200);
  EXPECT_DOUBLE_EQ(e.total(), 371'200);
}

TEST(RegisterFileEnergy, UnitsCostActivationsAndLeakage) {
  const auto e = register_file_energy({},
                                      {.compressions = 3,
                                       .compressor_cycles = 2'000,  // 0.12 mW x 2 us = 240 pJ
                                       .decompressions = 5,
                                       .decompressor_cycles = 4'000},  // 0.08 mW x 4 us = 320 pJ
                                      nanosecond);
  EXPECT_DOUBLE_EQ(e.compression, 3 * 23 + 240);
  EXPECT_DOUBLE_EQ(e.decompression, 5 * 21 + 320);
  EXPECT_DOUBLE_EQ(e.total(), 734);
}

TEST(RegisterFileEnergy, ThePapersTechnologySpellsOutTheDefaults) {
  ConfigTree tree;
  tree.add_file(data_file("configs/technologies/lee2015_45nm.yaml"));
  resolve<RegisterFileCosts>(tree, "register_file_costs");
  for (const auto& parameter : tree.resolved()) {
    EXPECT_EQ(parameter.values, parameter.info.defaults) << parameter.info.path;
    EXPECT_NE(parameter.origin, "default") << parameter.info.path << " is not in the file";
  }
  EXPECT_EQ(tree.resolved().size(), 17u);
}

TEST(RegisterFileEnergy, RenamingCostsAccessesAndLeakage) {
  // Four banks for 1000 cycles of 1 ns: 4 x 0.27 mW x 1 us = 1080 pJ
  const auto e =
      register_file_energy({}, {.renaming_accesses = 100, .renaming_bank_cycles = 4'000}, nanosecond);
  EXPECT_DOUBLE_EQ(e.renaming_table, 100 * 1.14 + 1080);
  EXPECT_DOUBLE_EQ(e.total(), e.renaming_table);
}

TEST(RegisterFileEnergy, FlagsCostInstructionsAndTheirCache) {
  // Ten entries for 1000 cycles of 1 ns: 10 x 0.0096 mW x 1 us = 96 pJ
  const auto e = register_file_energy(
      {}, {.flag_instructions = 10, .flag_cache_accesses = 50, .flag_entry_cycles = 10'000}, nanosecond);
  EXPECT_DOUBLE_EQ(e.flag_fetch, 10 * 6.2);
  EXPECT_DOUBLE_EQ(e.flag_instructions, 10 * 48 + 50 * 0.94 + 96);
  EXPECT_DOUBLE_EQ(e.total(), e.flag_fetch + e.flag_instructions);
}

TEST(RegisterFileEnergy, JeonsTechnologyStatesEveryKey) {
  ConfigTree tree;
  tree.add_file(data_file("configs/technologies/jeon2015_40nm.yaml"));
  const auto costs = resolve<RegisterFileCosts>(tree, "register_file_costs");
  for (const auto& parameter : tree.resolved())
    EXPECT_NE(parameter.origin, "default") << parameter.info.path << " is not in the file";
  EXPECT_DOUBLE_EQ(costs.bank_access_pj + costs.wire_pj(), 4.68);  // Table 2
}

/// The figures that the files write down follow from others of theirs.
TEST(RegisterFileEnergy, FlagsCostWhatTheRestOfTheGpuSays) {
  const GpuCosts gpu;
  const RegisterFileCosts costs;
  EXPECT_NEAR(costs.flag_fetch_pj, gpu.sram.pj(2048, 8), 0.1);
  EXPECT_DOUBLE_EQ(costs.flag_decode_pj, gpu.core.control_pj);
  EXPECT_NEAR(costs.flag_cache_access_pj, gpu.sram.pj(67.5, 6.75), 0.01);
  EXPECT_NEAR(costs.flag_entry_leakage_mw, gpu.sram.leakage_mw_per_kib * 6.75 / 1024, 1e-4);
}

}  // namespace
}  // namespace heddle
