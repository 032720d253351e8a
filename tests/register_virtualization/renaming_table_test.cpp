// SPDX-License-Identifier: Apache-2.0
#include "hw/register_virtualization/renaming_table/renaming_table.hpp"

#include <gtest/gtest.h>

#include "models/base/config.hpp"
#include "tests/register_virtualization/renaming_table_bench.hpp"

namespace heddle::renaming_table_test {
namespace {

/// The answer to the lookup of register 0 of the instruction in unit 0.
TableAnswers found(unsigned bank, RegisterId reg) {
  TableAnswers a{};
  a.valid.value = a.mapped.value = static_cast<std::uint8_t>(1u << bank);
  a.registers[bank] = reg;
  return a;
}
TableAnswers missed(unsigned bank) {
  TableAnswers a{};
  a.valid.value = static_cast<std::uint8_t>(1u << bank);
  return a;
}
TableAnswers ended(unsigned bank, RegisterId reg) {
  TableAnswers a{};
  a.released.value = a.mapped.value = static_cast<std::uint8_t>(1u << bank);
  a.registers[bank] = reg;
  return a;
}

TEST(RenamingTableBlock, AGrantedRegisterIsMappedTwoEdgesBehindItsRequestAndNotBefore) {
  Bench bench;
  bench.enter(0, 5, ptx::max_sources + 1, 2, 51, true);
  EXPECT_EQ(bench.step(), TableAnswers{});
  EXPECT_EQ(bench.requests(), 1u << 2 * 2);
  EXPECT_EQ(bench.tag.read().payload, (AllocationTags{{5}, {1 << 2 * 4}}));
  bench.grant(4, 9);  // too early: no request
  bench.step();
  EXPECT_EQ(bench.held(), 0u);
  EXPECT_EQ(bench.requests(), 0u);
  bench.grant(4, 700);
  bench.show();
  sc_core::sc_start(sc_core::sc_time::from_value(400));  // up to 100 fs before an edge
  EXPECT_EQ(bench.held(), 0u);
  sc_core::sc_start(sc_core::sc_time::from_value(600));
  EXPECT_EQ(bench.held(), 1u);
  const unsigned e = 4 * 51 + 2;
  EXPECT_EQ(bench.mapped.read().payload.entries[e / 64], std::uint64_t{1} << e % 64);
  bench.ask(2, 51);
  EXPECT_EQ(bench.step(), found(2, 700));
}

TEST(RenamingTableBlock, ALookupIsAnsweredBehindTheFirstEdgeAndNotBeforeIt) {
  Bench bench;
  bench.put(1, 9, 1023);
  bench.enter(1, 12, 7, 1, 9);
  bench.show();
  sc_core::sc_start(sc_core::sc_time::from_value(400));
  EXPECT_EQ(bench.answer.read().payload, TableAnswers{});
  sc_core::sc_start(sc_core::sc_time::from_value(200));
  EXPECT_EQ(bench.answer.read().payload,
            (TableAnswers{{2}, {0}, {0}, {2}, {12 << 4}, {7 << 4}, {0, 1023, 0, 0}, {}}));
}

// Jeon2015, Fig. 2: a register is mapped when it is written, read through its mapping, released by its last
// read, and mapped to another physical register when it is written again.
TEST(RenamingTableBlock, ALifeOfARegister) {
  Bench bench;
  bench.ask(3, 7);
  EXPECT_EQ(bench.step(), missed(3));
  bench.put(3, 7, 5);
  bench.ask(3, 7);
  EXPECT_EQ(bench.step(), found(3, 5));
  bench.release(3, 7);
  EXPECT_EQ(bench.step(), ended(3, 5)) << "whoever ends a mapping hears what it was";
  EXPECT_EQ(bench.held(), 0u);
  bench.ask(3, 7);
  EXPECT_EQ(bench.step(), missed(3));
  bench.put(3, 7, 6);
  bench.ask(3, 7);
  EXPECT_EQ(bench.step(), found(3, 6));
}

TEST(RenamingTableBlock, TheBanksAnswerAtOnceAndKnowNothingOfEachOther) {
  Bench bench;
  for (unsigned b = 0; b < table_banks; ++b) bench.put(b, 10 + b, static_cast<RegisterId>(100 * b + 1));
  for (unsigned b = 0; b < table_banks; ++b) bench.enter(0, 0, b, b, 10 + b);
  EXPECT_EQ(bench.step(), (TableAnswers{{15}, {0}, {0}, {15}, {0}, {0x3210}, {1, 101, 201, 301}, {}}));
  for (unsigned b = 0; b < table_banks; ++b) bench.enter(0, 0, b, b, 10 + (b + 1) % table_banks);
  EXPECT_EQ(bench.step(), (TableAnswers{{15}, {0}, {0}, {0}, {0}, {0x3210}, {}, {}}));
}

TEST(RenamingTableBlock, AReleaseThatFindsItsBankTakenIsRefusedAndEndsNothing) {
  Bench bench;
  bench.put(0, 3, 40);
  bench.put(1, 3, 41);
  bench.ask(0, 3);
  bench.release(0, 3);
  bench.release(1, 3);
  EXPECT_EQ(bench.step(), (TableAnswers{{1}, {2}, {1}, {3}, {0}, {0}, {40, 41}, {}}));
  EXPECT_EQ(bench.held(), 1u);
  bench.release(0, 3);
  EXPECT_EQ(bench.step(), ended(0, 40));
  EXPECT_EQ(bench.held(), 0u);
}

TEST(RenamingTableBlock, TheTagOfAReleaseComesBackWithItsAnswerDoneOrRefused) {
  Bench bench;
  bench.put(0, 3, 40);
  bench.put(1, 3, 41);
  bench.ask(0, 3);
  bench.release(0, 3, 0xabc);
  bench.release(1, 3, 0xfff);
  bench.release(3, 3, 0x123);
  bench.releases.tags.value |= 0x456ull << 24;  // of a lane without a release
  const TableAnswers a = bench.step();
  EXPECT_EQ(a.refused.value, 1u);
  EXPECT_EQ(a.released.value, 0b1010u);
  EXPECT_EQ(a.tags.value, 0x123000fffabcull);
  EXPECT_EQ(tag_of(a.tags, 1), 0xfffu);
  EXPECT_EQ(bench.unmapped.read().payload, (UnmappedRegisters{{2}, {0, 41}})) << "bank 3 had no mapping";
  EXPECT_EQ(bench.step(), TableAnswers{});
  EXPECT_EQ(bench.unmapped.read().payload, UnmappedRegisters{});
}

TEST(RenamingTableBlock, WhatTheAllocatorWasAskedForStandsBesideItsAnswer) {
  Bench bench;
  bench.enter(0, 9, ptx::max_sources + 2, 1, 3, true);
  bench.step();
  EXPECT_EQ(bench.requests(), 4u);
  EXPECT_EQ(bench.asked.read().payload.valid.value, 0u);
  bench.step();
  EXPECT_EQ(bench.asked.read().payload.valid.value, 4u);
  EXPECT_EQ(bench.asked_tag.read().payload.unit_of(2), 9u);
  EXPECT_EQ(bench.asked_tag.read().payload.destination_of(2), 2u);
  bench.step();
  EXPECT_EQ(bench.asked.read().payload, AllocationRequests{});
  EXPECT_EQ(bench.asked_tag.read().payload, AllocationTags{});
}

TEST(RenamingTableBlock, AMappingActsBehindTheReleaseOfItsCycleAndIsNotSeenByIt) {
  Bench bench;
  bench.put(0, 3, 40);
  bench.enter(0, 0, ptx::max_sources, 0, 3, true);
  bench.step();
  bench.step();
  bench.grant(0, 41);
  bench.release(0, 3);
  EXPECT_EQ(bench.step(), ended(0, 40));
  EXPECT_EQ(bench.held(), 1u);
  bench.ask(0, 3);
  EXPECT_EQ(bench.step(), found(0, 41));
}

TEST(RenamingTableBlock, WithoutAGrantNothingIsMapped) {
  Bench bench;
  bench.enter(0, 0, ptx::max_sources, 0, 3, true);
  bench.step();
  bench.step();
  bench.grant(1, 41);  // for the other instruction
  bench.step();
  bench.grant(0, 41);  // too late
  bench.step();
  EXPECT_EQ(bench.held(), 0u);
}

TEST(RenamingTableBlock, AReleaseOfWhatIsNotMappedChangesNothing) {
  Bench bench;
  bench.put(0, 0, 1);
  bench.release(1, 0);
  EXPECT_EQ(bench.step(), (TableAnswers{{0}, {2}, {0}, {0}, {0}, {0}, {}, {}}));
  EXPECT_EQ(bench.held(), 1u);
}

TEST(RenamingTableBlock, RowsThatItDoesNotHaveAreNotMapped) {
  Bench bench;
  for (const unsigned row : {205u, 255u, 256u, 1023u}) bench.put(row % table_banks, row, 1);
  EXPECT_EQ(bench.held(), 0u);
  bench.put(0, 0, 9);
  bench.release(0, 256);  // must not wrap around to row 0
  EXPECT_EQ(bench.step(), (TableAnswers{{0}, {1}, {0}, {0}, {0}, {0}, {}, {}}));
  EXPECT_EQ(bench.held(), 1u);
  bench.ask(0, 256);
  EXPECT_EQ(bench.step(), missed(0));
}

TEST(RenamingTableBlock, TenBitsOfANumberAreKept) {
  Bench bench;
  bench.put(0, 1, 0xfc02);
  bench.ask(0, 1);
  EXPECT_EQ(bench.step(), found(0, 2));
}

class RenamingTableSize : public testing::TestWithParam<unsigned> {};

TEST_P(RenamingTableSize, HoldsAsManyAsItHasEntries) {
  const unsigned entries = GetParam(), rows = entries / table_banks;
  Bench bench({.entries = entries, .ports = 1});
  for (unsigned row = 0; row < rows + 4; ++row) {  // an instruction a cycle; registers come two later
    if (row < rows + 2)
      for (unsigned b = 0; b < table_banks; ++b) bench.enter(0, 0, ptx::max_sources + b, b, row, true);
    if (row >= 2)
      for (unsigned b = 0; b < table_banks; ++b)
        bench.grant(2 * b, static_cast<RegisterId>(row - 2 + 256 * b));
    bench.step();
  }
  EXPECT_EQ(bench.held(), entries);
  for (unsigned b = 0; b < table_banks; ++b) bench.enter(0, 0, b, b, rows - 1);
  const TableAnswers last = bench.step();
  EXPECT_EQ(last.mapped.value, 15);
  for (unsigned b = 0; b < table_banks; ++b) EXPECT_EQ(last.registers[b], (rows - 1 + 256 * b) % 1024);
}
INSTANTIATE_TEST_SUITE_P(Sizes, RenamingTableSize, testing::Values(4u, 820u, 3024u, 3072u));

TEST(RenamingTableBlock, ResetForgetsAll) {
  Bench bench;
  bench.put(0, 12, 3);
  for (unsigned k = 0; k < renamed_registers; ++k) bench.enter(0, 0, k, 0, k);
  bench.enter(1, 0, ptx::max_sources, 1, 1, true);
  bench.step();
  EXPECT_EQ(bench.waiting(), 1u);
  EXPECT_EQ(bench.requests(), 8u);
  bench.rst_n.write(false);
  bench.ask(0, 12);
  EXPECT_EQ(bench.step(), TableAnswers{});
  EXPECT_EQ(bench.held(), 0u);
  EXPECT_EQ(bench.waiting(), 0u);
  EXPECT_EQ(bench.requests(), 0u);
  bench.rst_n.write(true);
  bench.grant(3, 7);  // for a request before the reset
  bench.ask(0, 12);
  EXPECT_EQ(bench.step(), missed(0));
  EXPECT_EQ(bench.held(), 0u);
}

TEST(RenamingTableBlock, SleepsWhenNoneWaitsAndNothingIsOnItsWay) {
  Bench bench;
  for (unsigned k = 0; k < 3; ++k) bench.enter(0, 0, k, 0, k);
  bench.enter(0, 0, ptx::max_sources, 0, 1, true);
  bench.step();
  bench.show();
  sc_core::sc_start(sc_core::sc_time::from_value(10'000));
  EXPECT_EQ(bench.answer.read().payload, TableAnswers{});
  const std::uint64_t before = bench.domain.ticks();
  sc_core::sc_start(sc_core::sc_time::from_value(100'000));
  EXPECT_EQ(bench.domain.ticks(), before);
}

class RenamingTableEntries : public testing::TestWithParam<const char*> {};

TEST_P(RenamingTableEntries, ThatItCannotHaveAreAnErrorThatNamesThem) {
  ConfigTree tree;
  tree.set("entries=" + std::string(GetParam()));
  try {
    resolve<RenamingTableConfig>(tree);
    FAIL() << "no error";
  } catch (const Error& e) {
    EXPECT_EQ(e.problem().value, GetParam());
  }
}
INSTANTIATE_TEST_SUITE_P(Bad, RenamingTableEntries, testing::Values("0", "821", "3076"));

TEST(RenamingTableBlock, PortsThatItCannotHaveAreAnErrorThatNamesThem) {
  for (const unsigned ports : {0u, 3u, 8u}) {
    try {
      RenamingTableConfig{.ports = ports}.validate();
      FAIL() << "no error";
    } catch (const Error& e) {
      EXPECT_EQ(e.problem().value, std::to_string(ports));
    }
  }
}

}  // namespace
}  // namespace heddle::renaming_table_test
