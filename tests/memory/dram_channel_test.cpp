#include "hw/memory/dram_channel.hpp"

#include <gtest/gtest.h>

#include <array>
#include <map>

#include "models/base/random.hpp"

namespace heddle {
namespace {

// Defaults: tCL 12, tRCD 12, tRP 12, tRAS 28, tRC 40, tRRD 6, tWL 4, tWR 12, tCDLR 5, tRTP 2; burst 2.

TEST(DramChannel, ClosedRowHitAndConflictCostWhatTheirCommandsCost) {
  DramChannel channel{DramConfig{}};
  const DramAccess closed = channel.schedule(100, 0, 1, 1, false);
  EXPECT_EQ(closed.row, RowState::closed);
  EXPECT_EQ(closed.end, 100u + 12 + 12 + 2);
  const DramAccess hit = channel.schedule(200, 0, 1, 4, false);
  EXPECT_EQ(hit.row, RowState::hit);
  EXPECT_EQ(hit.end, 200u + 12 + 8);
  const DramAccess conflict = channel.schedule(300, 0, 2, 1, false);
  EXPECT_EQ(conflict.row, RowState::conflict);
  EXPECT_EQ(conflict.end, 300u + 12 + 12 + 12 + 2);
}

TEST(DramChannel, AConflictWaitsForTheRowToHaveBeenOpenLongEnough) {
  DramChannel channel{DramConfig{}};
  channel.schedule(100, 0, 1, 1, false);  // activate at 100
  // Precharge from 100 + tRAS, activate from 100 + tRC: 140, and 24 more to the data.
  EXPECT_EQ(channel.schedule(101, 0, 2, 1, false).data, 100u + 40 + 12 + 12);
  DramConfig config;
  config.t_rc = 47;
  DramChannel by_rc{config};
  by_rc.schedule(100, 0, 1, 1, false);
  EXPECT_EQ(by_rc.schedule(101, 0, 2, 1, false).data, 100u + 47 + 12 + 12);
  config.t_rc = 0;
  config.t_ras = 33;
  DramChannel by_ras{config};
  by_ras.schedule(100, 0, 1, 1, false);
  EXPECT_EQ(by_ras.schedule(101, 0, 2, 1, false).data, 100u + 33 + 12 + 12 + 12);
  config.t_ras = 0;
  DramChannel by_read{config};
  by_read.schedule(100, 0, 1, 4,
                   false);  // read commands at 112, 114, 116, 118; precharge tRTP after the last
  EXPECT_EQ(by_read.schedule(101, 0, 2, 1, false).data, 118u + 2 + 12 + 12 + 12);
}

TEST(DramChannel, AnotherBankIsPreparedWhileDataFlow) {
  DramChannel channel{DramConfig{}};
  channel.schedule(0, 0, 0, 1, false);                             // opens the row
  const DramAccess first = channel.schedule(100, 0, 0, 4, false);  // data 112..120
  const DramAccess second = channel.schedule(100, 0, 0, 4, false);
  const DramAccess third = channel.schedule(100, 1, 0, 4, false);  // activate 100, data possible from 124
  EXPECT_EQ(first.end, 120u);
  EXPECT_EQ(second.data, 120u);
  EXPECT_EQ(third.data, 128u);
}

TEST(DramChannel, ActivatesKeepTheirDistance) {
  DramChannel channel{DramConfig{}};
  for (unsigned bank = 0; bank < 4; ++bank)
    EXPECT_EQ(channel.schedule(100, bank, 0, 1, false).data, 100u + 6 * bank + 24);
}

TEST(DramChannel, WritesTurnTheBusRoundAndHoldTheirBank) {
  DramChannel channel{DramConfig{}};
  const DramAccess write = channel.schedule(100, 0, 0, 2, true);
  EXPECT_EQ(write.data, 100u + 12 + 4);
  EXPECT_EQ(write.end, 120u);
  const DramAccess read = channel.schedule(100, 0, 0, 1, false);
  EXPECT_EQ(read.column, 120u + 5);
  EXPECT_EQ(read.end, 125u + 12 + 2);
  EXPECT_EQ(channel.schedule(100, 0, 0, 1, true).data, 139u + 2);
  DramChannel other{DramConfig{}};
  other.schedule(100, 0, 0, 4, true);  // data 116..124; precharge 136, later than tRAS
  EXPECT_EQ(other.schedule(100, 0, 1, 1, false).data, 124u + 12 + 12 + 12 + 12);
}

/// Replays what a channel decided and holds it to the data sheet's rules, stated pairwise.
TEST(DramChannel, RandomAccessesBreakNoRule) {
  const std::uint64_t seed = 20150613;
  SCOPED_TRACE(seed);
  Random random(seed);
  const DramConfig c;
  DramChannel channel{c};
  struct Open {
    std::uint64_t row;
    Cycle activated, last_column, write_end;
  };
  std::map<unsigned, Open> open;
  Cycle arrival = 0, bus = 0, write_end = 0;
  std::array<unsigned, 3> seen{};
  for (int i = 0; i < 50'000; ++i) {
    arrival += random.below(20);
    const auto bank = static_cast<unsigned>(random.below(c.banks));
    const std::uint64_t row = random.below(3);
    const unsigned bursts = 1 + static_cast<unsigned>(random.below(4));
    const bool write = random.below(2) != 0;
    const DramAccess a = channel.schedule(arrival, bank, row, bursts, write);
    ++seen[static_cast<unsigned>(a.row)];
    ASSERT_GE(a.column, arrival);
    ASSERT_GE(a.data, bus);
    ASSERT_EQ(a.data, a.column + (write ? c.t_wl : c.t_cl));
    ASSERT_EQ(a.end, a.data + 2 * bursts);
    ASSERT_TRUE(write || a.column >= write_end + (write_end ? c.t_cdlr : 0));
    const auto it = open.find(bank);
    ASSERT_EQ(a.row, it == open.end()        ? RowState::closed
                     : it->second.row == row ? RowState::hit
                                             : RowState::conflict);
    Cycle activated = a.column - c.t_rcd;  // at the latest
    if (a.row == RowState::hit) {
      activated = it->second.activated;
    } else {
      ASSERT_GE(activated, arrival);
      if (a.row == RowState::conflict) {
        const Cycle precharge = activated - c.t_rp;
        ASSERT_GE(precharge, arrival);
        ASSERT_GE(precharge, it->second.last_column + c.t_rtp);
        ASSERT_GE(precharge, it->second.write_end + (it->second.write_end ? c.t_wr : 0));
      }
    }
    open[bank] = {row, activated, write ? 0 : a.column + 2 * (bursts - 1), write ? a.end : 0};
    bus = a.end;
    if (write) write_end = a.end;
  }
  for (const unsigned count : seen) EXPECT_GT(count, 0u);
}

TEST(DramPlace, ChunksGoRoundTheChannelsAndRowsRoundTheBanks) {
  const DramConfig c;
  EXPECT_EQ(dram_place(c, 255), (DramPlace{0, 0, 0}));
  EXPECT_EQ(dram_place(c, 256), (DramPlace{1, 0, 0}));
  EXPECT_EQ(dram_place(c, 12 * 256), (DramPlace{0, 0, 0}));
  EXPECT_EQ(dram_place(c, 12 * 2048), (DramPlace{0, 1, 0}));
  EXPECT_EQ(dram_place(c, 12 * 2048 * 16 + 3 * 256), (DramPlace{3, 0, 1}));
  std::map<std::array<std::uint64_t, 3>, unsigned> lines;
  for (std::uint64_t a = 0; a < 12u * 2048 * 16 * 2; a += 128) {
    const DramPlace p = dram_place(c, a);
    ++lines[{p.channel, p.bank, p.row}];
  }
  EXPECT_EQ(lines.size(), 12u * 16 * 2);
  for (const auto& [place, count] : lines) EXPECT_EQ(count, 2048u / 128);
}

TEST(DramConfig, TheDefaultsMoveThePublishedBandwidth) {
  const DramConfig c;
  const double gb_per_s = c.channels * 32.0 / c.burst_cycles * 1e6 / static_cast<double>(c.period_fs());
  EXPECT_NEAR(gb_per_s, 177.4, 0.05);
}

TEST(DramConfig, SizesThatDoNotSplitAddressesAreErrors) {
  DramConfig odd;
  odd.interleave = 384;
  EXPECT_THROW(odd.validate(), Error);
  DramConfig small;
  small.row_bytes = 128;
  EXPECT_THROW(small.validate(), Error);
  EXPECT_NO_THROW(DramConfig{}.validate());
}

}  // namespace
}  // namespace heddle
