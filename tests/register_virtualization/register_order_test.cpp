// SPDX-License-Identifier: Apache-2.0
// Which registers are renamed (Jeon2015, sections 7.1 and 9.4).
#include "models/register_virtualization/register_order.hpp"

#include <gtest/gtest.h>

#include "models/base/error.hpp"
#include "models/base/random.hpp"
#include "models/register_virtualization/register_lifetime.hpp"
#include "models/register_virtualization/release_plan.hpp"
#include "tests/ptx/one_kernel.hpp"
#include "tests/register_virtualization/small_code.hpp"

namespace heddle::test::register_order_test {
namespace {

/// Returns a kernel of `count` registers, each written and read once; register r lives r instructions longer
/// than register 0.
ptx::Kernel staggered(unsigned count) {
  ptx::Kernel k;
  k.registers = count;
  for (unsigned r = count; r-- > 0;) k.code.push_back(compute({r}, {}));
  for (unsigned r = 0; r < count; ++r) k.code.push_back(compute({}, {r}));
  k.code.push_back(leave());
  return k;
}

std::uint32_t exempt(unsigned registers, unsigned threads, unsigned ctas) {
  return plan_releases(staggered(registers), {}, threads / 32 * ctas).exempt;
}

TEST(RenamingBudget, TheFullTableIsTheOneOfThePaper) {
  const RenamingBudget table;
  EXPECT_EQ(table.entry_bits(), 10u);
  EXPECT_EQ(table.entries(), 819u);
  EXPECT_DOUBLE_EQ(table.unconstrained_bytes(63, 48), 3780);  // "3.8 KB"
  EXPECT_EQ((RenamingBudget{.physical_registers = 512}.entry_bits()), 9u);
}

TEST(RenamingBudget, MumAndHeartwallExemptAsManyAsInThePaper) {
  EXPECT_EQ(exempt(19, 256, 6), 2u);  // MUM: 17 of 19 are renamed
  EXPECT_EQ(exempt(29, 512, 2), 4u);  // Heartwall: 25 of 29
  // All others fit, with the registers and CTAs of Table 1; so does LUD, of which section 9.4 says that it
  // exempts 2.
  EXPECT_EQ(exempt(19, 32, 6), 0u);
  EXPECT_EQ(exempt(14, 256, 6), 0u);
  EXPECT_EQ(exempt(22, 256, 3), 0u);
  EXPECT_EQ(exempt(17, 256, 6), 0u);
}

TEST(RenamingBudget, NoWarps) {
  try {
    plan_releases(staggered(3), {}, 0);
    FAIL();
  } catch (const Error& e) {
    EXPECT_EQ(e.problem().place, "renaming table");
    EXPECT_EQ(e.problem().legal, "1 or more");
  }
}

TEST(RegisterLifetimes, CountFromEachWriteToTheNextRelease) {
  const Code code{compute({1}, {}), compute({2}, {1}), compute({1}, {2}), compute({}, {1, 2}),  //
                  compute({3}, {}), compute({3}, {3}), compute({}, {}),   leave()};
  const auto lifetimes = register_lifetimes(code, release_points(code));
  EXPECT_EQ(lifetimes[1].values, 2u);
  EXPECT_EQ(lifetimes[1].instructions, 1u + 1u);
  EXPECT_EQ(lifetimes[2].values, 1u);
  EXPECT_EQ(lifetimes[2].instructions, 2u);
  EXPECT_EQ(lifetimes[3].values, 2u) << "never released: to the end of the code";
  EXPECT_EQ(lifetimes[3].instructions, 4u + 3u);
  EXPECT_EQ(lifetimes[0].values, 0u);
}

TEST(RegisterLifetimes, LongOnesThenFrequentOnesAreExempted) {
  const RegisterLifetime once{1, 5}, twice{2, 10}, longer{1, 6}, shorter{3, 12}, none{};
  EXPECT_TRUE(longer.less_worth_renaming_than(once));
  EXPECT_FALSE(once.less_worth_renaming_than(longer));
  EXPECT_TRUE(twice.less_worth_renaming_than(once)) << "as long each, and more of them";
  EXPECT_TRUE(once.less_worth_renaming_than(shorter));
  EXPECT_TRUE(shorter.less_worth_renaming_than(none));
  EXPECT_FALSE(once.less_worth_renaming_than(once));
}

TEST(RegisterOrder, TheLongestLivedGetTheLowestNumbers) {
  const ptx::Kernel k = staggered(6);
  const RegisterOrder order = order_registers(k, release_points(k.code), 4);
  EXPECT_EQ(order.exempt, 2u);
  EXPECT_EQ(order.registers, 6u);
  EXPECT_LT(order.number[5], 2u);
  EXPECT_LT(order.number[4], 2u);
  for (unsigned r = 0; r < 4; ++r) EXPECT_GE(order.number[r], 2u);
  const ReleasePlan plan = plan_releases(k, {.bytes = 5}, 1);  // 4 entries of 10 bits
  EXPECT_EQ(plan.exempt, 2u);
  std::uint32_t flags = 0;
  for (const std::uint8_t f : plan.points.flags) flags += f != 0;
  EXPECT_EQ(flags, 4u) << "what is exempt is never released";
}

TEST(RegisterOrder, NothingMovesWhenAllFit) {
  const ptx::Kernel k = staggered(6);
  const RegisterOrder order = order_registers(k, release_points(k.code), 6);
  EXPECT_EQ(order.exempt, 0u);
  for (unsigned r = 0; r < 6; ++r) EXPECT_EQ(order.number[r], r);
}

/// Checks that the `words` registers of an operand are still consecutive, and aligned to a multiple of their
/// number.
void same_rows(std::span<const std::uint8_t> before, std::span<const std::uint8_t> after, unsigned size) {
  for (std::size_t k = 0; k + size <= before.size(); ++k) {
    bool row = before[k] % size == 0;
    for (unsigned w = 1; w < size; ++w) row = row && before[k + w] == before[k] + w;
    if (!row) continue;
    EXPECT_EQ(after[k] % size, 0);
    for (unsigned w = 1; w < size; ++w) EXPECT_EQ(after[k + w], after[k] + w);
  }
}

TEST(RegisterOrder, PairsAndRowsStayTogetherAndAligned) {
  const std::uint64_t seed = testing::UnitTest::GetInstance()->random_seed();
  RecordProperty("seed", std::to_string(seed));
  Random random(seed);
  unsigned moved = 0, larger = 0;
  for (int n = 0; n < 400; ++n) {
    SCOPED_TRACE(fmt::format("seed {}, kernel {}", seed, n));
    ptx::Kernel k;
    k.registers = 4 * (1 + random.below(6));
    for (unsigned i = 0; i < 30; ++i) {
      const auto row = [&] {
        const unsigned size = 1u << random.below(3), first = random.below(k.registers / size) * size;
        std::vector<unsigned> registers;
        for (unsigned w = 0; w < size; ++w) registers.push_back(first + w);
        return registers;
      };
      k.code.push_back(random.one_in(2) ? compute(row(), row()) : compute(row(), {}));
    }
    k.code.push_back(leave());
    const std::uint32_t renamed = 1 + random.below(k.registers);
    const RegisterOrder order = order_registers(k, release_points(k.code), renamed);
    const ptx::Kernel after = renumbered(k, order);
    EXPECT_LE(order.registers - order.exempt, renamed);
    EXPECT_LE(order.registers, k.registers);
    moved += order.exempt != 0;
    larger += order.exempt > k.registers - renamed;
    RegisterSet numbers = 0, used = 0;
    for (std::size_t i = 0; i < k.code.size(); ++i) {
      const auto &b = k.code[i], &a = after.code[i];
      const auto all = [](const auto& list, unsigned count) { return std::span(list).first(count); };
      for (const unsigned size : {2u, 4u}) {
        same_rows(all(b.sources, b.source_count), all(a.sources, a.source_count), size);
        same_rows(all(b.destinations, b.destination_count), all(a.destinations, a.destination_count), size);
      }
      used |= set_of(all(b.sources, b.source_count)) | set_of(all(b.destinations, b.destination_count));
      numbers |= set_of(all(a.sources, a.source_count)) | set_of(all(a.destinations, a.destination_count));
    }
    EXPECT_EQ(std::popcount(numbers), std::popcount(used)) << "two registers became one";
    EXPECT_EQ(numbers & ~first_registers(order.registers), 0u);
  }
  EXPECT_GT(moved, 200u);
  EXPECT_GT(larger, 10u);
}

}  // namespace
}  // namespace heddle::test::register_order_test
