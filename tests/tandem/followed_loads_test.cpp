// SPDX-License-Identifier: Apache-2.0
// How many loads are compared with the one right value: what orders them, and when there are too few.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include "tests/tandem/checked.hpp"

namespace heddle::followed_loads_test {
namespace {

/// The address of thread i's word of shared memory is in %r2, that of the partner in the other warp of its
/// pair in %r3.
const std::string pairs =
    "shl.b32 %r4, %r0, 2;\nmov.u32 %r5, sh;\nadd.u32 %r2, %r5, %r4;\n"
    "xor.b32 %r4, %r4, 128;\nadd.u32 %r3, %r5, %r4;\n";

TEST(FollowedLoads, WarpsThatMeetAtABarrierOfTheirOwn) {
  // Warps 0 and 1 exchange their words, and so do warps 2 and 3; then all warps reverse.
  Checked c(
      pairs +
      "shr.u32 %r6, %r0, 6;\nadd.u32 %r6, %r6, 1;\n"
      "st.shared.u32 [%r2], %r0;\nbarrier.sync %r6, 64;\nld.shared.u32 %r1, [%r3];\n"
      "barrier.sync %r6, 64;\nst.shared.u32 [%r3], %r1;\nbar.sync 0;\n"
      "sub.u32 %r7, 127, %r0;\nshl.b32 %r7, %r7, 2;\nadd.u32 %r7, %r5, %r7;\nld.shared.u32 %r1, [%r7];\n" +
      store_r1);
  const auto out = c.run(128, 128);
  EXPECT_EQ(out[3], 124u);
  EXPECT_EQ(c.loads().all, 2 * 128u);
  EXPECT_EQ(c.loads().exact_share(), 1);
  EXPECT_NO_THROW(require_no_race(c.check.counts().worst.value()));
}

/// Warp 0 writes, arrives, and executes `behind`; warp 1 waits and reads.
std::string producer(const std::string& behind) {
  return pairs +
         "setp.ge.u32 %p0, %r0, 32;\n@%p0 bra CONSUMER;\nst.shared.u32 [%r2], %r0;\nbar.arrive 3, 64;\n" +
         behind + "bra END;\nCONSUMER:\nbar.sync 3, 64;\nld.shared.u32 %r1, [%r3];\n" + store_r1 + "END:\n";
}

TEST(FollowedLoads, AProducerThatArrivesAndAConsumerThatWaits) {
  // The CTA has three warps, the last of which exits at once.
  Checked c("setp.ge.u32 %p1, %r0, 64;\n@%p1 bra END;\n" + producer(""));
  const auto out = c.run(96, 64);
  EXPECT_EQ(out[40], 8u);
  EXPECT_EQ(c.loads().exact_share(), 1);
}

TEST(FollowedLoads, WhatAProducerDoesBehindItsArrivalIsNotOrdered) {
  // Here the barrier is one of the whole CTA.
  Checked c(producer("mov.u32 %r6, 77;\nst.shared.u32 [%r2], %r6;\n"));
  c.run(64, 64);
  EXPECT_EQ(c.loads().exact, 0u);
  EXPECT_EQ(c.loads().races.size(), 1u);
  EXPECT_THROW(require_no_race(c.check.counts().worst.value()), Error);
}

TEST(FollowedLoads, WhoDoesNotMeetThemSeesARace) {
  Checked c(
      pairs +
      "setp.ge.u32 %p0, %r0, 64;\nst.shared.u32 [%r2], %r0;\n@%p0 bra LATE;\nbar.sync 1, 64;\nbra END;\n"
      "LATE:\nld.shared.u32 %r1, [%r5];\nadd.u32 %r1, %r1, 0;\nEND:\n");
  c.run(96, 64);
  EXPECT_EQ(c.loads().exact, 0u);
  EXPECT_EQ(c.loads().races.size(), 1u);
  EXPECT_EQ(c.loads().followed_share(), 1);
  EXPECT_NO_THROW(c.check.counts().require_followed());
}

/// CTA 0 writes 32 words and then a flag; CTA 1 waits for the flag and reads the words with `load`, after
/// `own` words that are never written.
std::string passed_on(const std::string& load, unsigned own = 0) {
  std::string body =
      "mov.u32 %r2, %ctaid.x;\nmul.wide.u32 %rd2, %r0, 4;\nadd.s64 %rd3, %rd1, %rd2;\n"
      "setp.ne.u32 %p0, %r2, 0;\n@%p0 bra READER;\n"
      "st.global.u32 [%rd3+128], %r0;\nmembar.gl;\nst.volatile.global.u32 [%rd1], 1;\nbra END;\nREADER:\n";
  for (unsigned k = 0; k < own; ++k) body += fmt::format("ld.global.u32 %r3, [%rd3+{}];\n", 512 + 128 * k);
  return body +
         "WAIT:\nld.volatile.global.u32 %r4, [%rd1];\nsetp.eq.u32 %p1, %r4, 0;\n@%p1 bra "
         "WAIT;\nmembar.gl;\n" +
         load + " %r1, [%rd3+128];\nst.global.u32 [%rd3+256], %r1;\nEND:\n";
}

TEST(FollowedLoads, BehindAFenceTheyAreNotAndThatIsTooLittle) {
  Checked c(passed_on("ld.global.u32"));
  const auto out = c.run(32, 256, 2);
  EXPECT_EQ(out[64 + 9], 9u);
  EXPECT_EQ(c.loads().unfollowed.size(), 1u);
  EXPECT_EQ(c.loads().unfollowed.begin()->second, 32u);
  EXPECT_EQ(c.loads().races.size(), 1u) << "those that wait";
  EXPECT_EQ(c.loads().followed_share(), 0);
  try {
    c.check.counts().require_followed();
    FAIL() << "that is enough";
  } catch (const Error& e) {
    expect_in(e.what(),
              {"test.ptx:", "check: of the loads of kernel 'k' that do not race, 0.00 % were compared",
               "less than 95 %", "fences"});
  }
}

TEST(FollowedLoads, AFewOfManyAreLittleEnough) {
  Checked c(passed_on("ld.global.u32", 19));
  c.run(32, 1024, 2);
  EXPECT_EQ(c.loads().followed_share(), 0.95);
  EXPECT_NO_THROW(c.check.counts().require_followed());
}

TEST(FollowedLoads, OneLessIsTooLittle) {
  Checked c(passed_on("ld.global.u32", 18));
  c.run(32, 1024, 2);
  EXPECT_THROW(c.check.counts().require_followed(), Error);
}

TEST(FollowedLoads, EachLaunchMustHaveEnough) {
  Checked c(passed_on("ld.global.u32"));
  c.run(32, 256, 2);
  const ptx::Kernel reads =
      ptx::load_module(PtxRun::text("ld.global.u32 %r1, [%rd1];\n" + store_r1), "b.ptx").front();
  for (unsigned k = 0; k < 40; ++k) c.check.launch_with(reads, {1}, {32}, c.out);
  EXPECT_GT(c.loads().followed_share(), 0.95);
  EXPECT_THROW(c.check.counts().require_followed(), Error);
}

TEST(FollowedLoads, WhoLooksPastTheL1WantsWhatIsThere) {
  Checked c(passed_on("ld.volatile.global.u32"));
  c.run(32, 256, 2);
  EXPECT_TRUE(c.loads().unfollowed.empty());
  EXPECT_EQ(c.loads().races.size(), 2u);
}

TEST(FollowedLoads, AtomicsOfTheCtaAheadOfABarrierAreNot) {
  Checked c(
      "atom.global.add.u32 %r2, [%rd1], 1;\nbar.sync 0;\nld.global.u32 %r1, [%rd1];\n"
      "mul.wide.u32 %rd2, %r0, 4;\nadd.s64 %rd3, %rd1, %rd2;\nst.global.u32 [%rd3+128], %r1;\n");
  const auto out = c.run(64, 256);
  EXPECT_EQ(out[40], 64u);
  EXPECT_EQ(c.loads().unfollowed.size(), 1u);
}

TEST(FollowedLoads, AtomicsWithoutABarrierRace) {
  Checked c(
      "atom.global.add.u32 %r2, [%rd1], 1;\nld.global.u32 %r1, [%rd1];\n"
      "mul.wide.u32 %rd2, %r0, 4;\nadd.s64 %rd3, %rd1, %rd2;\nst.global.u32 [%rd3+128], %r1;\n");
  c.run(64, 256);
  EXPECT_TRUE(c.loads().unfollowed.empty());
  EXPECT_EQ(c.loads().races.size(), 1u);
}

TEST(FollowedLoads, AtomicsOfOtherCtasRace) {
  Checked c(
      "atom.global.add.u32 %r2, [%rd1], 1;\nbar.sync 0;\nld.global.u32 %r1, [%rd1];\n"
      "mul.wide.u32 %rd2, %r0, 4;\nadd.s64 %rd3, %rd1, %rd2;\nst.global.u32 [%rd3+128], %r1;\n");
  c.run(64, 256, 2);
  EXPECT_EQ(c.loads().races.size(), 1u);
}

TEST(FollowedLoads, SharedAtomicsAheadOfABarrierOfSomeAreNot) {
  Checked c(
      "mov.u32 %r2, sh;\nst.shared.u32 [%r2], 0;\nbar.sync 0;\nsetp.ge.u32 %p0, %r0, 64;\n@%p0 bra END;\n"
      "atom.shared.add.u32 %r3, [%r2], 1;\nbar.sync 1, 64;\nld.shared.u32 %r1, [%r2];\n" +
      store_r1 + "END:\n");
  const auto out = c.run(96, 64);
  EXPECT_EQ(out[40], 64u);
  EXPECT_EQ(c.loads().unfollowed.size(), 1u);
}

/// Warp 1 reads a word that warp 0 changes later. Both execute `before` in between; `change` is what warp 0
/// does.
std::string overtaking(const std::string& before, const std::string& change = "st.shared.u32 [%r2], 7;\n") {
  return "mov.u32 %r2, sh;\nsetp.lt.u32 %p0, %r0, 32;\nmov.u32 %r1, 0;\nsetp.ne.u32 %p1, %r0, 0;\n"
         "@!%p0 ld.shared.u32 %r1, [%r2];\n" +
         before + "@%p1 bra END;\nmov.u32 %r3, 0;\nLATER:\nadd.u32 %r3, %r3, 1;\n" +
         "setp.lt.u32 %p0, %r3, 200;\n@%p0 bra LATER;\n" + change + "END:\n" + store_r1;
}

TEST(FollowedLoads, AStoreOvertakesALoadThatNothingOrders) {
  Checked c(overtaking(""));
  EXPECT_EQ(c.run(64, 64)[40], 0u) << "the load came first";
  EXPECT_EQ(c.loads().exact_share(), 1);
  EXPECT_TRUE(c.loads().races.empty());
  ASSERT_EQ(c.loads().overtaking.size(), 1u);
  EXPECT_EQ(c.loads().overtaking.begin()->second, 1u) << "by lanes";
  try {
    require_no_race(c.check.counts().worst.value());
    FAIL() << "no race";
  } catch (const Error& e) {
    expect_in(e.what(), {"test.ptx:", "kernel 'k'", "this write and an earlier load of another warp"});
  }
}

TEST(FollowedLoads, AnAtomicOvertakesALoad) {
  Checked c(overtaking("", "red.shared.add.u32 [%r2], 7;\n"));
  c.run(64, 64);
  EXPECT_EQ(c.loads().overtaking.size(), 1u);
}

TEST(FollowedLoads, ABarrierPutsTheStoreBehindTheLoad) {
  Checked c(overtaking("bar.sync 0;\n"));
  EXPECT_EQ(c.run(64, 64)[40], 0u);
  EXPECT_TRUE(c.loads().overtaking.empty());
}

TEST(FollowedLoads, ABarrierOfSomeWarpsPutsTheStoreBehindTheirLoads) {
  Checked c(overtaking("barrier.sync 3, 64;\n"));
  EXPECT_EQ(c.run(64, 64)[40], 0u);
  EXPECT_TRUE(c.loads().overtaking.empty());
}

TEST(FollowedLoads, ABarrierOfSomeWarpsPutsAnAtomicBehindTheirLoads) {
  Checked c(overtaking("barrier.sync 3, 64;\n", "red.shared.add.u32 [%r2], 7;\n"));
  EXPECT_EQ(c.run(64, 64)[40], 0u);
  EXPECT_TRUE(c.loads().overtaking.empty());
}

TEST(FollowedLoads, AFenceMayPutTheStoreBehindTheLoad) {
  Checked c(overtaking("membar.cta;\n"));
  c.run(64, 64);
  EXPECT_TRUE(c.loads().overtaking.empty());
}

TEST(FollowedLoads, WhoWritesWhatIsThereChangesNoLoad) {
  Checked c(overtaking("", "st.shared.u32 [%r2], 0;\n"));
  c.run(64, 64);
  EXPECT_TRUE(c.loads().overtaking.empty());
}

TEST(FollowedLoads, ThreadsThatReadAndWriteTheirOwnWordsOvertakeNobody) {
  Checked c(
      "mul.wide.u32 %rd2, %r0, 2;\nadd.s64 %rd3, %rd1, %rd2;\nld.global.u16 %r1, [%rd3];\n"
      "add.u32 %r1, %r1, 1;\nst.global.u16 [%rd3], %r1;\n");
  c.run(64, 64);
  EXPECT_TRUE(c.loads().overtaking.empty());
}

TEST(FollowedLoads, StoresOfOtherCtasOvertake) {
  // Each CTA reads its own 32 words, and then changes those of the other CTA.
  Checked c(
      "mov.u32 %r2, %ctaid.x;\nshl.b32 %r3, %r2, 5;\nadd.u32 %r4, %r3, %r0;\nxor.b32 %r5, %r4, 32;\n"
      "mul.wide.u32 %rd2, %r4, 4;\nadd.s64 %rd3, %rd1, %rd2;\nld.global.u32 %r1, [%rd3];\n"
      "bar.sync 0;\nmul.wide.u32 %rd2, %r5, 4;\nadd.s64 %rd3, %rd1, %rd2;\nst.global.u32 [%rd3], 5;\n");
  c.run(32, 64, 2);
  std::uint64_t found = 0;
  for (const auto& lines : {c.loads().overtaking, c.loads().races})
    for (const auto& [line, count] : lines) found += count;
  EXPECT_EQ(found, 64u) << "the later of each pair is reported, the load or the store";
}

}  // namespace
}  // namespace heddle::followed_loads_test
