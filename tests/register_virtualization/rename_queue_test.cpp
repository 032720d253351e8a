// SPDX-License-Identifier: Apache-2.0
// The queue of the renaming table: which instructions ask, in which order, and which wait.
#include <gtest/gtest.h>

#include "tests/register_virtualization/renaming_table_bench.hpp"

namespace heddle::renaming_table_test {
namespace {

/// The unit for which bank b was asked, and the number of the register.
struct Asked {
  unsigned unit, reg;
  bool operator==(const Asked&) const = default;
};
void PrintTo(const Asked& a, std::ostream* out) { *out << "unit " << a.unit << ", register " << a.reg; }

Asked asked(const TableAnswers& a, unsigned bank) {
  EXPECT_NE(a.valid.value >> bank & 1, 0) << "bank " << bank;
  return {static_cast<unsigned>(a.units.value >> 4 * bank & 15),
          static_cast<unsigned>(a.lookups.value >> 4 * bank & 15)};
}

TEST(RenameQueue, LookupsThatMeetInABankFollowEachOther) {
  Bench bench;
  for (const unsigned k : {1u, 4u, 8u}) bench.enter(0, 3, k, 2, k);
  EXPECT_EQ(asked(bench.step(), 2), (Asked{3, 1}));
  EXPECT_EQ(bench.waiting(), 1u);
  EXPECT_EQ(asked(bench.step(), 2), (Asked{3, 4}));
  EXPECT_EQ(bench.waiting(), 1u);
  EXPECT_EQ(asked(bench.step(), 2), (Asked{3, 8}));
  EXPECT_EQ(bench.waiting(), 0u);
  EXPECT_EQ(bench.step(), TableAnswers{});
}

TEST(RenameQueue, TheOlderInstructionAsksFirstAndTheYoungerTakesTheBanksThatAreLeft) {
  Bench bench;
  bench.enter(0, 1, 0, 0, 0);
  bench.enter(0, 1, 1, 1, 0);
  bench.enter(1, 2, 0, 1, 0);
  bench.enter(1, 2, 1, 2, 0);
  const TableAnswers first = bench.step();
  EXPECT_EQ(first.valid.value, 7);
  EXPECT_EQ(asked(first, 0), (Asked{1, 0}));
  EXPECT_EQ(asked(first, 1), (Asked{1, 1}));
  EXPECT_EQ(asked(first, 2), (Asked{2, 1}));
  EXPECT_EQ(bench.waiting(), 1u);
  const TableAnswers second = bench.step();
  EXPECT_EQ(second.valid.value, 2);
  EXPECT_EQ(asked(second, 1), (Asked{2, 0}));
}

TEST(RenameQueue, OnlyTheTwoOldestAsk) {
  Bench bench;
  for (unsigned k = 0; k < 4; ++k) bench.enter(0, 1, k, 0, k);
  for (unsigned k = 0; k < 4; ++k) bench.enter(1, 2, k, 0, k);
  EXPECT_EQ(asked(bench.step(), 0), (Asked{1, 0}));
  bench.enter(0, 3, 0, 1, 0);  // its bank is free, but it is third in the queue
  const TableAnswers a = bench.step();
  EXPECT_EQ(a.valid.value, 1);
  EXPECT_EQ(asked(a, 0), (Asked{1, 1}));
  EXPECT_EQ(bench.waiting(), 3u);
  EXPECT_EQ(asked(bench.step(), 0), (Asked{1, 2}));
  EXPECT_EQ(asked(bench.step(), 0), (Asked{1, 3}));
  EXPECT_EQ(bench.waiting(), 2u);
  const TableAnswers b = bench.step();
  EXPECT_EQ(asked(b, 0), (Asked{2, 0}));
  EXPECT_EQ(asked(b, 1), (Asked{3, 0}));
  EXPECT_EQ(bench.waiting(), 1u);
}

TEST(RenameQueue, AnInstructionThatEntersMayAskAtOnceBehindOneThatWaits) {
  Bench bench;
  for (unsigned k = 0; k < 3; ++k) bench.enter(0, 1, k, 0, k);
  bench.step();
  bench.enter(1, 2, 5, 3, 0);
  const TableAnswers a = bench.step();
  EXPECT_EQ(asked(a, 0), (Asked{1, 1}));
  EXPECT_EQ(asked(a, 3), (Asked{2, 5}));
  EXPECT_EQ(bench.waiting(), 1u);
}

TEST(RenameQueue, TheYoungerLeavesFirstWhenItHasAskedForAll) {
  Bench bench;
  for (unsigned k = 0; k < 3; ++k) bench.enter(0, 1, k, 0, k);
  bench.enter(1, 2, 0, 1, 0);
  bench.step();
  EXPECT_EQ(bench.waiting(), 1u);
  bench.enter(0, 3, 0, 0, 0);
  EXPECT_EQ(asked(bench.step(), 0), (Asked{1, 1}));
  EXPECT_EQ(asked(bench.step(), 0), (Asked{1, 2}));
  EXPECT_EQ(asked(bench.step(), 0), (Asked{3, 0}));
}

TEST(RenameQueue, ALookupAndANewRegisterDoNotMeetInABank) {
  Bench bench;
  bench.enter(0, 1, 0, 2, 8);
  bench.enter(0, 1, ptx::max_sources, 2, 9, true);
  EXPECT_EQ(asked(bench.step(), 2), (Asked{1, 0}));
  EXPECT_EQ(bench.requests(), 1u << 4);
  EXPECT_EQ(bench.waiting(), 0u);
}

TEST(RenameQueue, OneNewRegisterABankIsAskedFor) {
  Bench bench;
  bench.enter(0, 1, ptx::max_sources, 0, 0, true);
  bench.enter(1, 2, ptx::max_sources + 2, 0, 1, true);
  bench.enter(1, 2, ptx::max_sources + 3, 1, 1, true);
  bench.step();
  EXPECT_EQ(bench.requests(), 1u << 0 | 1u << 3) << "request 0 of cluster 0, request 1 of cluster 1";
  EXPECT_EQ(bench.tag.read().payload, (AllocationTags{{0x21}, {3 << 2 * 3}}));
  bench.step();
  EXPECT_EQ(bench.requests(), 1u << 0) << "it is the older one now";
  EXPECT_EQ(bench.tag.read().payload, (AllocationTags{{2}, {2}}));
}

TEST(RenameQueue, TheClusterOfAnEntryIsItsBankRotated) {
  Bench bench;
  bench.entering.rotations.value = 3;
  for (unsigned b = 0; b < 2; ++b) bench.enter(0, 1, ptx::max_sources + b, b, 0, true);
  bench.step();
  EXPECT_EQ(bench.requests(), 1u << 2 * 3 | 1u << 0);
  bench.step();
  bench.grant(6, 3);
  bench.grant(0, 4);
  bench.step();
  bench.enter(0, 0, 0, 0, 0);
  bench.enter(0, 0, 1, 1, 0);
  EXPECT_EQ(bench.step().registers, (std::array<RegisterId, lookup_lanes>{3, 4}));
}

TEST(RenameQueue, SixWaitAndLeaveInTheirOrder) {
  Bench bench;
  for (unsigned n = 0; n < 3; ++n) {
    for (unsigned s = 0; s < renamed_slots; ++s)
      for (unsigned k = 0; k < 4; ++k) bench.enter(s, 2 * n + s, k, 0, k);
    EXPECT_EQ(asked(bench.step(), 0), (Asked{0, n}));
    EXPECT_EQ(bench.waiting(), 2 * n + 2);
  }
  EXPECT_EQ(asked(bench.step(), 0), (Asked{0, 3}));
  for (unsigned unit = 1; unit < RenameQueue::places; ++unit) {
    EXPECT_EQ(bench.waiting(), RenameQueue::places - unit);
    for (unsigned k = 0; k < 4; ++k) EXPECT_EQ(asked(bench.step(), 0), (Asked{unit, k}));
  }
  EXPECT_EQ(bench.waiting(), 0u);
}

TEST(RenameQueue, OfMoreThanSixTheYoungestAreLost) {
  Bench bench;
  for (unsigned n = 0; n < 4; ++n) {
    for (unsigned s = 0; s < renamed_slots; ++s)
      for (unsigned k = 0; k < renamed_registers; ++k) bench.enter(s, 2 * n + s, k, 0, k);
    bench.step();
  }
  EXPECT_EQ(bench.waiting(), RenameQueue::places);
  for (unsigned n = 4; n < 6 * renamed_registers - 1; ++n) bench.step();
  EXPECT_EQ(asked(bench.step(), 0), (Asked{5, renamed_registers - 1}));
  EXPECT_EQ(bench.step(), TableAnswers{});
}

}  // namespace
}  // namespace heddle::renaming_table_test
