// SPDX-License-Identifier: Apache-2.0
// Renaming tables whose banks have two or four read ports, and two write ports: lane 4p + b is port p of bank
// b.
#include <gtest/gtest.h>

#include "tests/register_virtualization/renaming_table_bench.hpp"

namespace heddle::renaming_table_test {
namespace {

constexpr unsigned destination = ptx::max_sources;

class RenamingTablePorts : public testing::TestWithParam<unsigned> {
 protected:
  unsigned each() const { return GetParam() / RenameQueue::heads; }  ///< ports of an instruction
  unsigned last() const { return table_banks * (GetParam() - 1); }   ///< lane of the last port of bank 0
  Bench bench{{.ports = GetParam()}};
};

TEST_P(RenamingTablePorts, TwoInstructionsAskAtOnceWhateverTheirBanks) {
  for (unsigned k = 0; k < each(); ++k) {
    bench.enter(0, 1, k, 2, k);
    bench.enter(1, 2, k, 2, k);
  }
  const TableAnswers a = bench.step();
  EXPECT_EQ(bench.waiting(), 0u);
  for (unsigned port = 0; port < GetParam(); ++port) {
    const unsigned lane = table_banks * port + 2;
    EXPECT_NE(a.valid.value >> lane & 1, 0) << "port " << port;
    EXPECT_EQ(a.units.value >> 4 * lane & 15, 1 + port / each());
    EXPECT_EQ(a.lookups.value >> 4 * lane & 15, port % each());
  }
  EXPECT_EQ(std::popcount(a.valid.value), static_cast<int>(GetParam()));
}

TEST_P(RenamingTablePorts, OfOneInstructionMoreLookupsOfABankThanItsPortsWait) {
  for (unsigned k = 0; k <= each(); ++k) bench.enter(0, 1, k, 0, k);
  bench.enter(1, 2, 5, 0, 9);
  EXPECT_EQ(std::popcount(bench.step().valid.value), static_cast<int>(each() + 1));
  EXPECT_EQ(bench.waiting(), 1u);
  const TableAnswers a = bench.step();
  EXPECT_EQ(a.valid.value, 1u);
  EXPECT_EQ(a.lookups.value, each());
  EXPECT_EQ(bench.waiting(), 0u);
}

TEST_P(RenamingTablePorts, TwoInstructionsGetNewRegistersOfOneBankAtOnceAndOneInstructionOne) {
  bench.enter(0, 1, destination, 0, 3, true);
  bench.enter(1, 2, destination + 1, 0, 4, true);
  bench.enter(1, 2, destination + 2, 0, 5, true);
  bench.step();
  EXPECT_EQ(bench.requests(), 3u) << "requests 0 and 1 of cluster 0";
  EXPECT_EQ(bench.tag.read().payload, (AllocationTags{{0x21}, {1 << 2}}));
  bench.step();
  EXPECT_EQ(bench.requests(), 1u) << "the younger one is the older one now";
  bench.grant(0, 30);
  bench.grant(1, 40);
  bench.step();
  bench.grant(0, 50);
  bench.step();
  EXPECT_EQ(bench.held(), 3u);
  for (unsigned row = 3; row < 6; ++row) {
    bench.ask(0, row);
    EXPECT_EQ(bench.step().registers[0], 10 * row);
  }
}

TEST_P(RenamingTablePorts, OfTwoMappingsOfAnEntryThatOfTheYoungerInstructionStays) {
  bench.enter(0, 1, destination, 1, 7, true);
  bench.enter(1, 2, destination, 1, 7, true);
  bench.step();
  bench.step();
  bench.grant(2, 11);
  bench.grant(3, 12);
  bench.step();
  EXPECT_EQ(bench.held(), 1u);
  bench.ask(1, 7);
  EXPECT_EQ(bench.step().registers[1], 12);
}

TEST_P(RenamingTablePorts, AReleaseTakesTheLastPortAndIsRefusedWhenALookupHasIt) {
  bench.put(0, 3, 40);
  bench.ask(0, 3);
  bench.release(0, 3);
  const TableAnswers both = bench.step();
  EXPECT_EQ(both.valid.value, 1u);
  EXPECT_EQ(both.released.value, 1);
  EXPECT_EQ(both.mapped.value, 1u | 1u << last());
  EXPECT_EQ(both.registers[last()], 40);
  EXPECT_EQ(bench.unmapped.read().payload, (UnmappedRegisters{{1}, {40, 0, 0, 0}}));

  bench.put(0, 3, 41);
  for (unsigned k = 0; k < each(); ++k)
    for (unsigned slot = 0; slot < renamed_slots; ++slot) bench.enter(slot, slot, k, 0, 3);
  bench.release(0, 3);
  EXPECT_EQ(bench.step().refused.value, 1);
  EXPECT_EQ(bench.held(), 1u);
}

INSTANTIATE_TEST_SUITE_P(More, RenamingTablePorts, testing::Values(2u, 4u));

}  // namespace
}  // namespace heddle::renaming_table_test
