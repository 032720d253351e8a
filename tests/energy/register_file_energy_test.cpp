#include "models/energy/register_file_energy.hpp"

#include <gtest/gtest.h>

#include "models/base/config.hpp"
#include "models/base/data_root.hpp"

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
  EXPECT_EQ(tree.resolved().size(), 11u);
}

}  // namespace
}  // namespace heddle
