// SPDX-License-Identifier: Apache-2.0
#include "models/warped_compression/thread_width_rows.hpp"

#include <gtest/gtest.h>

#include <array>

#include "models/base/error.hpp"
#include "models/base/random.hpp"

namespace heddle::thread_width_rows_test {
namespace {

TEST(ThreadWidthRows, AreTheWidestUntilTheyAreWritten) {
  ThreadWidthRows table(16);
  for (unsigned row = 0; row < 20; ++row) EXPECT_EQ(table.read(row), all_bank_widest);
  table.write(5, 0x8001, 0);
  EXPECT_EQ(table.read(5), 0x3ffffffcu);
  table.reset();
  EXPECT_EQ(table.read(5), all_bank_widest);
}

TEST(ThreadWidthRows, RowsThatTheBankDoesNotHaveStayNobodys) {
  ThreadWidthRows table(48);
  for (const unsigned row : {48u, 64u, 0xffffu}) {
    table.write(row, 0xffff, 0);
    EXPECT_EQ(table.read(row), all_bank_widest);
  }
  for (unsigned row = 0; row < 48; ++row) EXPECT_EQ(table.read(row), all_bank_widest);
}

TEST(ThreadWidthRows, AnotherNumberOfRowsIsAnError) {
  for (const unsigned rows : {0u, 15u, 257u}) EXPECT_THROW(ThreadWidthRows{rows}, Error);
}

/// The two tables of a cluster together hold what one list of the widths of all threads would hold.
TEST(ThreadWidthRows, OfTwoBanksEqualAListOfWidths) {
  constexpr unsigned rows = 16;
  constexpr std::uint64_t seed = 7;
  SCOPED_TRACE(seed);
  Random random(seed);
  std::array<ThreadWidthRows, 2> tables{ThreadWidthRows(rows), ThreadWidthRows(rows)};
  std::array<std::array<unsigned, warp_size>, rows> expected{};
  for (auto& row : expected) row.fill(widest_thread);
  for (unsigned n = 0; n < 1000; ++n) {
    const unsigned row = random.below(rows);
    const auto lanes = static_cast<LaneMask>(random());
    const ThreadWidths widths = random();
    for (unsigned bank = 0; bank < 2; ++bank)
      tables[bank].write(row, lanes_of_bank(lanes, bank), widths_of_bank(widths, bank));
    for (unsigned i = 0; i < warp_size; ++i)
      if (lanes >> i & 1) expected[row][i] = thread_width(widths, i);
    const ThreadWidths held = widths_of_register(tables[0].read(row), tables[1].read(row));
    for (unsigned i = 0; i < warp_size; ++i) ASSERT_EQ(thread_width(held, i), expected[row][i]) << i;
  }
}

}  // namespace
}  // namespace heddle::thread_width_rows_test
