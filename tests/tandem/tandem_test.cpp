// SPDX-License-Identifier: Apache-2.0
// Tandem execution finds what is wrong and says where, and finds nothing when nothing is wrong.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>

#include "tests/gpu/in_child.hpp"
#include "tests/tandem/checked.hpp"

namespace heddle::tandem_test {
namespace {

/// An uncompressed register file with one fault.
struct Fault {
  int read = -1, write = -1;  ///< this one, counted from 0
  int beside = 0;             ///< of a write: so many registers away from its own
};

class FaultyEncoding final : public EncodingOfTest {
 public:
  FaultyEncoding(const SmTechniqueParts&, Fault fault) : fault_(fault) {}
  const WarpRegister* read_done(unsigned cluster) override {
    const WarpRegister* value = EncodingOfTest::read_done(cluster);
    if (value == nullptr || reads_++ != fault_.read) return value;
    spoilt_ = *value;
    spoilt_[3] ^= 0x100;
    return &spoilt_;
  }
  void store(RegisterBanks& banks, const RegisterWrite& w) override {
    EncodingOfTest::store(banks, w);
    if (writes_++ != fault_.write) return;
    const auto r = static_cast<RegisterId>(std::max(0, w.reg + fault_.beside));
    WarpRegister value = banks.read(r, all_banks);
    value[5] ^= 1;
    banks.write(r, all_banks, value);
  }

 private:
  const Fault fault_;
  WarpRegister spoilt_;
  int reads_ = 0, writes_ = 0;
};

Techniques faulty(Fault fault) { return encoded_by<FaultyEncoding>(fault); }

const std::string chain = "mov.u32 %r1, %tid.x;\nadd.s32 %r1, %r1, 3;\nadd.s32 %r2, %r1, 4;\n" + store_r1;

TEST(Tandem, ComparesEveryInstructionAndFindsNothingWrong) {
  Checked c(chain);
  const auto out = c.run(64, 64);
  EXPECT_EQ(out[5], 8u);
  EXPECT_EQ(c.check.counts().instructions, 2 * 10u);  // three of PtxRun, six here, ret
  EXPECT_GT(c.check.counts().values, 2 * 10u);
}

TEST(Tandem, NamesTheSourceThatWasReadWrongly) {
  // The first instruction that reads registers is cvta, with two words; then come those that compute the
  // address.
  const std::string text = Checked(chain, faulty({.read = 4})).failure();
  expect_in(text, {"test.ptx:", "check: source register", "SM 0, CTA 0,0,0, warp", "lane 3", "got 0x",
                   "expected 0x", "issued in cycle", "operands read", "physical"});
}

TEST(Tandem, NamesTheRegisterThatTheBanksHoldWrongly) {
  expect_in(Checked(chain, faulty({.write = 5})).failure(),
            {"check: the file's register", "lane 5", "committed"});
}

/// %r2 is not read again: its corruption by the write of another register shows when the warp ends.
TEST(Tandem, FindsANeighbourThatIsClobbered) {
  const std::string body =
      "mov.u32 %r5, %tid.x;\nadd.s32 %r6, %r5, 1;\nadd.s32 %r7, %r6, 1;\n"
      "add.s32 %r1, %r7, 1;\nadd.s32 %r8, %r7, 2;\nadd.s32 %r9, %r8, 2;\n" +
      store_r1;
  unsigned at_end = 0;
  for (int write = 20; write < 30; ++write)
    for (const int beside : {-3, -2, -1, 1, 2, 3}) {
      const auto found = in_child(1, [&] {
        const std::string text = Checked(body, faulty({.write = write, .beside = beside})).failure();
        return std::vector<double>{text.find("when the warp has ended") != text.npos ? 1.0 : 0.0};
      });
      at_end += static_cast<unsigned>(found[0]);
    }
  EXPECT_GT(at_end, 0u);
}

TEST(Tandem, FindsAByteThatMemoryHasLost) {
  Checked c("ld.global.u32 %r1, [%rd1];\nadd.s32 %r1, %r1, 1;\n" + store_r1);
  c.out = c.check.allocate(1024);
  // The host writes past the check, which does not see it, like a fault of the memory.
  const std::array<std::byte, 4> wrong{std::byte{9}};
  c.gpu.write(c.out, wrong);
  try {
    c.check.launch_with(c.kernel, {1}, {32}, c.out);
    FAIL() << "nothing was found";
  } catch (const Error& e) {
    expect_in(e.what(), {"check: the value loaded from global memory at 0x", "lane 0", "got 0x00000009",
                         "expected 0x00000000"});
  }
}

/// Returns how many lanes stored, or were guarded by, what the kernel had never set.
std::uint64_t unset_uses(const std::string& body, unsigned threads = 64) {
  Checked c(body);
  EXPECT_EQ(c.failure(threads), "");
  std::uint64_t lanes = 0;
  for (const auto& [line, count] : c.loads().unset) lanes += count;
  return lanes;
}

TEST(Tandem, CountsWhatTheKernelItselfNeverSetAndStores) {
  EXPECT_EQ(unset_uses("st.global.u32 [%rd1], %r9;\n"), 64u);
}

TEST(Tandem, CountsNothingWhereTheKernelHasSetAll) {
  EXPECT_EQ(unset_uses("setp.eq.u32 %p5, %r0, 3;\n@%p5 bra OUT;\nadd.s32 %r1, %r0, 1;\nOUT:\n"
                       "mov.u32 %r1, 5;\n" +
                       store_r1),
            0u);
}

/// What a load then gets is known: it is compared from there on.
TEST(Tandem, LoadsWhatTheKernelItselfNeverSetAndStored) {
  EXPECT_EQ(unset_uses("mul.wide.u32 %rd2, %r0, 4;\nadd.s64 %rd3, %rd1, %rd2;\n"
                       "st.global.u32 [%rd3], %r9;\nld.global.u32 %r1, [%rd3];\nadd.s32 %r1, %r1, 1;\n"
                       "st.global.u32 [%rd3], %r1;\n"),
            64u);
}

TEST(Tandem, SaysThatTheKernelItselfGivesAnAtomicWhatItNeverSet) {
  expect_in(Checked("atom.global.add.u32 %r1, [%rd1], %r9;\n").failure(),
            {"check: the kernel has never set the value that it writes", "lane 0"});
}

/// %rd9, which nobody has set, counts for nothing in the address; that is not known.
const std::string unset_address = "and.b64 %rd4, %rd9, 0;\nadd.s64 %rd4, %rd1, %rd4;\n";

TEST(Tandem, TakesTheAddressOfThePlatformWhereTheKernelNeverSetIt) {
  EXPECT_EQ(
      unset_uses(unset_address + "st.global.u32 [%rd4], %r0;\nld.global.u32 %r1, [%rd4+512];\n" + store_r1),
      128u);
}

TEST(Tandem, SaysThatTheKernelItselfUsesAGenericAddressThatItNeverSet) {
  expect_in(Checked(unset_address + "st.u32 [%rd4], %r0;\n").failure(),
            {"the kernel has never set its address"});
}

TEST(Tandem, GoesTheWayOfThePlatformWhereTheKernelNeverSetTheGuard) {
  EXPECT_EQ(unset_uses("@%p5 bra OUT;\nadd.s32 %r1, %r0, 1;\nOUT:\n"), 64u);
}

/// A vote defines the predicate; the lanes that the last warp does not have take no part in it.
TEST(Tandem, KnowsTheVoteOfAWarpThatIsNotFull) {
  const std::string body =
      "mov.u32 %r2, %tid.x;\nsetp.lt.u32 %p1, %r2, 5;\nvote.sync.ballot.b32 %r1, %p1, 0xff;\n" + store_r1;
  EXPECT_EQ(Checked(body).failure(8), "");
}

/// All lanes get a register from the given lane; lane 7 has never set it.
std::string shuffled_from(const char* lane) {
  return fmt::format(
      "mov.u32 %r2, %tid.x;\nsetp.ne.u32 %p1, %r2, 7;\n@%p1 mov.u32 %r3, 5;\n"
      "shfl.sync.idx.b32 %r1, %r3, {}, 31, -1;\n{}",
      lane, store_r1);
}
TEST(Tandem, KnowsWhatALaneGetsFromOneThatHasSetIt) { EXPECT_EQ(unset_uses(shuffled_from("6"), 32), 0u); }

TEST(Tandem, KnowsThatALaneGivesOnWhatItNeverSet) { EXPECT_EQ(unset_uses(shuffled_from("7"), 32), 32u); }

/// Whether the given lane takes part does not hang on what it gives.
TEST(Tandem, KnowsThatAShufflesPredicateHangsOnNoLanesValue) {
  const std::string body =
      "mov.u32 %r2, %tid.x;\nsetp.ne.u32 %p1, %r2, 7;\n@%p1 mov.u32 %r3, 5;\n"
      "shfl.sync.up.b32 %r4|%p2, %r3, 1, 0, -1;\nselp.b32 %r1, 1, 2, %p2;\n" +
      store_r1;
  EXPECT_EQ(unset_uses(body, 32), 0u);
}

TEST(Tandem, KnowsThatAVoteHangsOnWhatALaneNeverSet) {
  const std::string body =
      "mov.u32 %r2, %tid.x;\nsetp.ne.u32 %p1, %r2, 7;\n@%p1 setp.eq.u32 %p2, %r2, 99;\n"
      "vote.sync.any.pred %p3, %p2, -1;\nselp.b32 %r1, 1, 2, %p3;\n" +
      store_r1;
  EXPECT_EQ(unset_uses(body, 32), 32u);
}

TEST(Tandem, ReportsARace) {
  // Each thread reads what the thread of the other warp writes, and no barrier orders them.
  Checked c(
      "xor.b32 %r3, %r0, 32;\nmul.wide.u32 %rd2, %r0, 4;\nmul.wide.u32 %rd4, %r3, 4;\n"
      "add.s64 %rd3, %rd1, %rd2;\nadd.s64 %rd5, %rd1, %rd4;\n"
      "st.global.u32 [%rd3], %r0;\nld.global.u32 %r1, [%rd5];\nst.global.u32 [%rd3+1024], %r1;\n");
  c.run(64, 512);
  EXPECT_EQ(c.loads().races.size(), 1u);
  EXPECT_LT(c.loads().exact_share(), 1);
}

TEST(Tandem, ReplaysAtomics) {
  Checked c(
      "mov.u32 %r2, sh;\nst.shared.u32 [%r2], 0;\nbar.sync 0;\n"
      "atom.shared.add.u32 %r3, [%r2], 2;\natom.global.add.u32 %r4, [%rd1], 1;\n"
      "bar.sync 0;\nld.shared.u32 %r1, [%r2];\nmul.wide.u32 %rd2, %r0, 4;\nadd.s64 %rd3, %rd1, %rd2;\n"
      "st.global.u32 [%rd3+64], %r1;\n");
  const auto out = c.run(96, 512, 2);
  EXPECT_EQ(out[0], 192u);
  EXPECT_EQ(out[16], 192u);
  EXPECT_EQ(c.loads().exact_share(), 1);
}

/// After a thread's own atomic only one value is right. The neighbouring word was written past the check.
TEST(Tandem, SeesWhatIsWrongBesideAnAtomicOfTheSameThread) {
  Checked c(
      "mul.wide.u32 %rd2, %r0, 8;\nadd.s64 %rd3, %rd1, %rd2;\natom.global.add.u32 %r3, [%rd3], 5;\n"
      "ld.global.u64 %rd4, [%rd3];\nst.global.u64 [%rd3+512], %rd4;\n");
  const DevicePointer out = c.check.allocate(2048);
  const std::uint32_t wrong = 9;
  c.gpu.write(out + 4 + 3 * 8, std::as_bytes(std::span(&wrong, 1)));
  try {
    c.check.launch_with(c.kernel, {1}, {32}, out);
    FAIL() << "no difference";
  } catch (const Error& e) {
    expect_in(e.what(), {"the value loaded from global memory", "lane 3", "got 0x0000000900000005",
                         "expected 0x0000000000000005"});
  }
}

TEST(Tandem, FollowsAThreadsOwnAtomics) {
  Checked c(
      "mov.u32 %r2, sh;\nmad.lo.u32 %r2, %r0, 4, %r2;\nst.shared.u32 [%r2], %r0;\n"
      "atom.shared.add.u32 %r3, [%r2], 5;\natom.shared.add.u32 %r3, [%r2], 2;\nld.shared.u32 %r4, [%r2];\n"
      "mul.wide.u32 %rd2, %r0, 4;\nadd.s64 %rd3, %rd1, %rd2;\natom.global.add.u32 %r3, [%rd3], %r4;\n"
      "ld.global.u32 %r1, [%rd3];\nst.global.u32 [%rd3+256], %r1;\n");
  const auto out = c.run(64, 128);
  for (unsigned i = 0; i < 64; ++i) EXPECT_EQ(out[64 + i], i + 7) << i;
  EXPECT_EQ(c.loads().exact_share(), 1);
}

/// Shrunk random kernels: an atomic between stores of its own warp, and an atomic inside of an earlier vector
/// store.
TEST(Tandem, FollowsAnAtomicBetweenTheStoresOfItsWarp) {
  Checked c(
      "mul.wide.u32 %rd2, %r0, 8;\nadd.s64 %rd3, %rd1, %rd2;\nmov.b64 %rd4, -1;\n"
      "mov.b64 %rd5, 1234605616436508552;\nst.global.b64 [%rd3], %rd4;\n"
      "atom.global.and.b64 %rd6, [%rd3], %rd5;\nst.global.u32 [%rd3], %r0;\n");
  const auto out = c.run(64, 128);
  EXPECT_EQ(out[6], 3u);
  EXPECT_EQ(out[7], 0x11223344u);
}

TEST(Tandem, FollowsAStoreOverAnAtomicsWord) {
  Checked c(
      "mul.wide.u32 %rd2, %r0, 16;\nadd.s64 %rd3, %rd1, %rd2;\natom.global.xor.b32 %r3, [%rd3+8], %r0;\n"
      "mov.b64 %rd4, 5;\nmov.b64 %rd5, 6;\nst.global.v2.b64 [%rd3], {%rd4, %rd5};\n");
  const auto out = c.run(64, 256);
  EXPECT_EQ(out[4 * 9], 5u);
  EXPECT_EQ(out[4 * 9 + 2], 6u);
}

/// The same kernel, with and without the wait. In both the executor completes the copy at once.
const std::string copies_own_word =
    "mul.wide.u32 %rd2, %r0, 4;\nadd.u64 %rd3, %rd1, %rd2;\nmov.u32 %r3, sh;\nmad.lo.u32 %r3, %r0, 4, %r3;\n"
    "mov.u32 %r4, 7;\nst.global.u32 [%rd3], %r4;\nmembar.gl;\ncp.async.ca.shared.global [%r3], [%rd3], 4;\n";
const std::string uses_it = "ld.shared.u32 %r1, [%r3];\n" + store_r1;

TEST(Tandem, AsynchronousCopiesThatAreAwaitedAreEqual) {
  EXPECT_EQ(Checked(copies_own_word + "cp.async.wait_all;\n" + uses_it).failure(), "");
}
TEST(Tandem, AsynchronousCopiesThatNobodyWaitsForDiffer) {
  const std::string failure = Checked(copies_own_word + uses_it).failure();
  EXPECT_NE(failure.find("loaded from shared memory"), std::string::npos) << failure;
}

}  // namespace
}  // namespace heddle::tandem_test
