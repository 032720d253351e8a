// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include "hw/warped_compression/compression_statistics.hpp"

namespace heddle::compression_energy_test {
namespace {

TEST(CompressionEnergy, UnitsCostActivationsAndLeakage) {
  const RegisterFileEnergy energy = CompressionStatistics({}).energy({});
  const auto pj = [&](std::size_t part, const std::string& event, double count) {
    return RegisterFileEnergy::part(
        energy.parts[part], [&](const std::string& e) { return e == event ? count : 0; }, 1'000'000);  // 1 ns
  };
  EXPECT_EQ(energy.parts[0].name, "compression");
  EXPECT_DOUBLE_EQ(pj(0, "compressions", 3), 3 * 23);
  EXPECT_DOUBLE_EQ(pj(0, "compressor_cycles", 2'000), 240);  // 0.12 mW x 2 us
  EXPECT_EQ(energy.parts[1].name, "decompression");
  EXPECT_DOUBLE_EQ(pj(1, "decompressions", 5), 5 * 21);
  EXPECT_DOUBLE_EQ(pj(1, "decompressor_cycles", 4'000), 320);  // 0.08 mW x 4 us
}

}  // namespace
}  // namespace heddle::compression_energy_test
