// SPDX-License-Identifier: Apache-2.0
#include "models/register_virtualization/renaming_map.hpp"

#include <gtest/gtest.h>

#include <map>

#include "models/base/error.hpp"
#include "models/base/random.hpp"

namespace heddle::renaming_map_test {
namespace {

/// Compares with a std::map over enough operations to fill the table several times.
TEST(RenamingMap, IsAMapFromEntriesToRegisters) {
  constexpr unsigned entries = 40;
  RenamingMap table(entries);
  std::map<unsigned, RegisterId> expected;
  Random random(1);
  for (int n = 0; n < 5000; ++n) {
    const unsigned bank = random.below(table_banks), row = random.below(entries / table_banks + 2);
    const unsigned e = row * table_banks + bank;
    if (random.one_in(2)) {
      const auto reg = static_cast<RegisterId>(random.below(1024));
      table.map(bank, row, reg);
      if (e < entries) expected[e] = reg;
    } else {
      table.release(bank, row);
      expected.erase(e);
    }
    for (unsigned k = 0; k < entries + 2 * table_banks; ++k) {
      const auto found = table.read(k % table_banks, k / table_banks);
      const auto it = expected.find(k);
      ASSERT_EQ(found.mapped, it != expected.end()) << k;
      ASSERT_EQ(found.reg, found.mapped ? it->second : 0) << k;
      ASSERT_EQ(table.mapped()[k / 64] >> k % 64 & 1, std::uint64_t{found.mapped}) << k;
    }
  }
}

TEST(RenamingMap, ResetLeavesNothingMapped) {
  RenamingMap table(4);
  table.map(3, 0, 7);
  table.reset();
  EXPECT_FALSE(table.read(3, 0).mapped);
  EXPECT_EQ(table.mapped(), MappedEntries{});
}

TEST(RenamingMap, EntriesThatFourBanksCannotShareAreAnError) {
  for (const unsigned entries : {0u, 2u, 819u, most_table_entries + table_banks})
    EXPECT_THROW(RenamingMap{entries}, Error) << entries;
}

}  // namespace
}  // namespace heddle::renaming_map_test
