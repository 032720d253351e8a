// SPDX-License-Identifier: Apache-2.0
#include "models/register_file/power_gating.hpp"

#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "models/base/error.hpp"
#include "models/base/random.hpp"

namespace heddle::power_gating_test {
namespace {

constexpr DomainSet nobody{};

/// A PowerGating that counts its own edges.
struct Gated {
  explicit Gated(unsigned rows = 256, unsigned wake_up = 0) : gating(rows, wake_up) {}
  void step(const DomainSet& need, const std::vector<EntryWrite>& writes = {}, RegisterRange clear = {}) {
    gating.step(++now, need, writes, clear);
  }
  PowerGating gating;
  std::uint64_t now = 0;
};

TEST(PowerGating, StartsGatedWithTheDomainsThatThereAre) {
  EXPECT_EQ(PowerGating(256, 10).gated(), (DomainSet{~0u, 0, 0, 0}));
  EXPECT_EQ(PowerGating(128, 10).gated(), (DomainSet{~0u, ~0u, 0, 0}));
  EXPECT_EQ(PowerGating(64, 10).gated(), (DomainSet{~0u, ~0u, ~0u, ~0u}));
  EXPECT_EQ(PowerGating(64, 10).awake(), nobody);
}

TEST(PowerGating, ARegistersDomainIsThatOfItsEntryInTheBanksOfItsCluster) {
  Gated g(64);
  g.step(nobody, {{.reg = 4 * 130 + 3, .banks = 0x81}});  // entry 130 of cluster 3, in the third 64
  EXPECT_EQ(g.gating.holding(), (DomainSet{0, 0, 0x8100'0000, 0}));
}

TEST(PowerGating, AnAwakeDomainIsGatedWhenNobodyNeedsItAndItHoldsNothing) {
  Gated g;
  g.step({1});
  EXPECT_EQ(g.gating.awake(), (DomainSet{1}));
  g.step({1}, {{.reg = 0, .banks = 1}});
  g.step(nobody);
  EXPECT_EQ(g.gating.awake(), (DomainSet{1})) << "register 0 is there";
  g.step({1}, {}, {0, 1});
  EXPECT_EQ(g.gating.awake(), (DomainSet{1})) << "it is needed";
  g.step(nobody);
  EXPECT_EQ(g.gating.awake(), nobody);
  EXPECT_EQ(g.gating.gated()[0], ~0u);
}

TEST(PowerGating, ASmallerFormGivesUpTheOtherBanks) {
  // From uncompressed to <4,0>: one bank of eight (Lee2015 section 4).
  Gated g;
  g.step({0xff}, {{.reg = 8, .banks = 0xff}});
  EXPECT_EQ(g.gating.holding(), (DomainSet{0xff}));
  g.step(nobody, {{.reg = 8, .banks = 0x01}});
  EXPECT_EQ(g.gating.holding(), (DomainSet{0x01}));
  EXPECT_EQ(g.gating.awake(), (DomainSet{0x01}));
}

TEST(PowerGating, APartialWriteGivesUpNothing) {
  Gated g;
  g.step(nobody, {{.reg = 8, .banks = 0x03}});
  g.step(nobody, {{.reg = 8, .banks = 0x06, .partial = true}});
  EXPECT_EQ(g.gating.valid(8), 0x07);
}

TEST(PowerGating, OfSeveralWritesToARegisterTheLaterActsLast) {
  const EntryWrite whole{.reg = 5, .banks = 0x0f}, small{.reg = 5, .banks = 0x01},
      part{.reg = 5, .banks = 0x80, .partial = true};
  const auto after = [](const std::vector<EntryWrite>& writes) {
    Gated g;
    g.step(nobody, {{.reg = 5, .banks = 0x40}});
    g.step(nobody, writes);
    return g.gating.valid(5);
  };
  EXPECT_EQ(after({whole, small}), 0x01);
  EXPECT_EQ(after({small, whole}), 0x0f);
  EXPECT_EQ(after({whole, part}), 0x8f);
  EXPECT_EQ(after({part, whole}), 0x0f);
  EXPECT_EQ(after({part, part}), 0xc0);
}

TEST(PowerGating, OfSeveralRegistersInOneBankTheLastIsWritten) {
  Gated g;
  g.step(nobody, {{.reg = 0, .banks = 0x07}, {.reg = 4, .banks = 0x01}, {.reg = 1, .banks = 0x07}});
  EXPECT_EQ(g.gating.valid(0), 0x06);
  EXPECT_EQ(g.gating.valid(4), 0x01);
  EXPECT_EQ(g.gating.valid(1), 0x07) << "another cluster";
}

TEST(PowerGating, ClearingComesBeforeWriting) {
  Gated g;
  g.step(nobody, {{.reg = 7, .banks = 0xff}, {.reg = 9, .banks = 0xff}});
  g.step(nobody, {{.reg = 7, .banks = 0x01, .partial = true}}, {6, 2});
  EXPECT_EQ(g.gating.valid(7), 0x01);
  EXPECT_EQ(g.gating.valid(9), 0xff) << "outside of the range";
}

TEST(PowerGating, RegistersBeyondTheLastAreIgnored) {
  Gated g;
  g.step(nobody, {{.reg = 1023, .banks = 1}, {.reg = 1024, .banks = 1}, {.reg = 0xffff, .banks = 1}});
  EXPECT_EQ(g.gating.holding(), (DomainSet{1u << 24}));
  g.step(nobody, {}, {1024, 1});
  EXPECT_EQ(g.gating.valid(1023), 1);
  g.step(nobody, {}, {0xffff, 0xffff});
  EXPECT_EQ(g.gating.valid(1023), 1);
  g.step(nobody, {}, {1023, 0xffff});
  EXPECT_EQ(g.gating.holding(), nobody);
}

TEST(PowerGating, WhatIsWrittenAgainstTheProtocolIsKeptAndWakesNothing) {
  Gated g(256, 2);
  g.step(nobody, {{.reg = 0, .banks = 1}});
  EXPECT_EQ(g.gating.gated()[0], ~0u);
  EXPECT_EQ(g.gating.holding(), (DomainSet{1}));
  for (int edge = 0; edge < 3; ++edge) g.step({1});
  EXPECT_EQ(g.gating.awake(), (DomainSet{1}));
  g.step(nobody);
  EXPECT_EQ(g.gating.awake(), (DomainSet{1})) << "for the entry that it holds";
}

TEST(PowerGating, ACallThatEndsWhileWakingWakesAllTheSame) {
  Gated g(256, 3);
  g.step({1});
  for (int edge = 0; edge < 2; ++edge) {
    g.step(nobody);
    EXPECT_EQ(g.gating.awake(), nobody);
    EXPECT_EQ(g.gating.gated()[0], ~1u) << "waking";
  }
  g.step(nobody);
  EXPECT_EQ(g.gating.awake(), (DomainSet{1}));
  g.step(nobody);
  EXPECT_EQ(g.gating.gated()[0], ~0u);
}

TEST(PowerGating, RowsAndLatencyAreChecked) {
  for (const unsigned rows : {0u, 32u, 100u, 192u, 512u}) EXPECT_THROW(PowerGating(rows, 10), Error) << rows;
  EXPECT_THROW(PowerGating(256, 65), Error);
  EXPECT_NO_THROW(PowerGating(64, 64));
}

/// An independent reference: one bit after another, without counts, times or sets.
struct Reference {
  enum class State { gated, waking, awake };
  struct Domain {
    State state = State::gated;
    unsigned left = 0;
  };
  unsigned rows, wake_up;
  std::vector<std::vector<bool>> valid{register_banks, std::vector<bool>(bank_entries)};
  std::vector<std::vector<Domain>> domains{register_banks, std::vector<Domain>(bank_entries / rows)};

  void write(const std::vector<EntryWrite>& writes) {
    std::vector<int> entry_of_bank(register_banks, -1);
    for (std::size_t i = 0; i < writes.size(); ++i) {
      const EntryWrite& w = writes[i];
      if (w.reg >= bank_registers) continue;
      for (unsigned b = 0; b < cluster_banks && !w.partial; ++b)
        valid[w.reg % clusters * cluster_banks + b][w.reg / clusters] = false;
      // A write that a later one to the same register overrides does not take a port from another register.
      bool is_void = false;
      for (std::size_t j = i + 1; j < writes.size(); ++j)
        is_void |= writes[j].reg == w.reg && !writes[j].partial;
      for (unsigned b = 0; b < cluster_banks && !is_void; ++b)
        if (w.banks >> b & 1) entry_of_bank[w.reg % clusters * cluster_banks + b] = w.reg / clusters;
    }
    for (unsigned bank = 0; bank < register_banks; ++bank)
      if (entry_of_bank[bank] >= 0) valid[bank][static_cast<unsigned>(entry_of_bank[bank])] = true;
  }

  void step(const DomainSet& need, const std::vector<EntryWrite>& writes, RegisterRange clear) {
    for (unsigned r = clear.first; r < unsigned{clear.first} + clear.count && r < bank_registers; ++r)
      for (unsigned b = 0; b < cluster_banks; ++b)
        valid[r % clusters * cluster_banks + b][r / clusters] = false;
    write(writes);
    for (unsigned bank = 0; bank < register_banks; ++bank)
      for (unsigned g = 0; g < bank_entries / rows; ++g) {
        Domain& d = domains[bank][g];
        const bool needed = need[g] >> bank & 1;
        bool holds = false;
        for (unsigned e = g * rows; e < (g + 1) * rows; ++e) holds = holds || valid[bank][e];
        if (d.state == State::gated) {
          if (needed) d = {wake_up == 0 ? State::awake : State::waking, wake_up};
        } else if (d.state == State::waking) {
          if (--d.left == 0) d.state = State::awake;
        } else if (!needed && !holds) {
          d.state = State::gated;
        }
      }
  }

  DomainSet in(State state) const {
    DomainSet set{};
    for (unsigned bank = 0; bank < register_banks; ++bank)
      for (unsigned g = 0; g < bank_entries / rows; ++g)
        set[g] |= std::uint32_t{domains[bank][g].state == state} << bank;
    return set;
  }
};

struct Case {
  unsigned rows, wake_up;
};
class PowerGatingRandom : public testing::TestWithParam<Case> {};

TEST_P(PowerGatingRandom, EqualsAnIndependentReference) {
  constexpr std::uint64_t seed = 53;
  SCOPED_TRACE("seed " + std::to_string(seed));
  Random random(seed);
  Gated g(GetParam().rows, GetParam().wake_up);
  Reference reference{GetParam().rows, GetParam().wake_up};
  DomainSet need{}, awake_before{};
  unsigned quiet = 0, gated_again = 0;
  for (int cycle = 0; cycle < 4000; ++cycle) {
    if (random.one_in(5))
      for (auto& word : need) word = static_cast<std::uint32_t>(random() & random());
    std::vector<EntryWrite> writes(random.one_in(4) ? random.below(9) : 0);
    for (EntryWrite& w : writes)
      w = {static_cast<RegisterId>(random.one_in(8) ? random.below(1100)
                                                    : 4 * random.below(3) + random.below(4)),
           static_cast<BankSet>(random()), random.one_in(2)};
    RegisterRange clear{};
    if (random.one_in(6))
      clear = {static_cast<std::uint16_t>(random.one_in(2) ? 0 : random.below(1100)),
               static_cast<std::uint16_t>(random.below(1100))};
    const std::uint64_t due = g.gating.next(g.now);
    g.step(need, writes, clear);
    reference.step(need, writes, clear);
    ASSERT_EQ(g.gating.awake(), reference.in(Reference::State::awake)) << "cycle " << cycle;
    ASSERT_EQ(g.gating.gated(), reference.in(Reference::State::gated)) << "cycle " << cycle;
    for (unsigned w = 0; w < need.size(); ++w) gated_again += (awake_before[w] & g.gating.gated()[w]) != 0;
    awake_before = g.gating.awake();
    quiet += due > g.now;
  }
  EXPECT_GT(gated_again, 100u);
  EXPECT_GT(quiet, 100u);
}
INSTANTIATE_TEST_SUITE_P(Sets, PowerGatingRandom,
                         testing::Values(Case{256, 10}, Case{128, 1}, Case{64, 3}, Case{64, 0},
                                         Case{256, 64}),
                         [](const auto& info) {
                           return std::to_string(info.param.rows) + "_rows_" +
                                  std::to_string(info.param.wake_up);
                         });

}  // namespace
}  // namespace heddle::power_gating_test
