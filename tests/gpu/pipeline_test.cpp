// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>
#include <gtest/gtest.h>

#include "tests/gpu/in_child.hpp"

namespace heddle::pipeline_test {
namespace {

/// Stores %r1 of each thread to the thread's word.
const std::string store_r1 =
    "mul.wide.u32 %rd2, %r0, 4;\nadd.s64 %rd3, %rd1, %rd2;\nst.global.u32 [%rd3], %r1;\n";

std::string chain(unsigned length) {
  std::string body = "mov.u32 %r1, %tid.x;\n";
  for (unsigned i = 0; i < length; ++i) body += "add.s32 %r1, %r1, 3;\n";
  return body + store_r1;
}

struct Latencies {
  unsigned compression, decompression;
};

class AddedLatency : public testing::TestWithParam<Latencies> {};

/// A block adds exactly the latency that its paper states: one more instruction in a dependent chain costs
/// the time of the uncompressed pipeline plus one compression and one decompression.
TEST_P(AddedLatency, OfADependentInstructionIsThatOfItsBlocks) {
  const auto [compression, decompression] = GetParam();
  const std::vector<std::string> set{
      fmt::format("warped_compression.compression_latency={}", compression),
      fmt::format("warped_compression.decompression_latency={}", decompression)};
  const auto per_instruction = [&](const std::string& technique, const std::vector<std::string>& s) {
    return cycles_each(
        "mov.u32 %r1, %tid.x;\n", [](unsigned) { return "add.s32 %r1, %r1, 3;"; }, 32, PtxRun::one_sm(),
        technique, s);
  };
  EXPECT_NEAR(per_instruction("warped_compression", set) - per_instruction("", {}),
              compression + decompression, end_effects);
}
INSTANTIATE_TEST_SUITE_P(Pipeline, AddedLatency,
                         testing::Values(Latencies{2, 1}, Latencies{1, 1}, Latencies{4, 2}, Latencies{8, 8}));

TEST(Pipeline, APartialWarpComputesAndCompresses) {
  PtxRun run(chain(4), "warped_compression");
  const auto out = run.run(7, 7);
  for (unsigned i = 0; i < 7; ++i) EXPECT_EQ(out[i], i + 12);
  // Lanes that were never launched count as equal to the base, so no instruction is divergent and all deltas
  // are small.
  EXPECT_EQ(run.sm("divergent_instructions"), 0);
  EXPECT_GT(run.sm("register_file.warped_compression.compressor_base4_delta1"), 4);
}

const std::string divergent =
    "mov.u32 %r1, 5;\n"  // compressible
    "setp.lt.u32 %p1, %r0, 10;\n"
    "@%p1 add.s32 %r1, %r1, %r0;\n"    // single lanes of a compressed register
    "@%p1 add.s32 %r1, %r1, %r0;\n" +  // uncompressed by now
    store_r1;

TEST(Pipeline, ADivergentWriteToACompressedRegisterIsPrecededByOneMove) {
  PtxRun run(divergent, "warped_compression");
  const auto out = run.run(32, 32);
  for (unsigned i = 0; i < 32; ++i) EXPECT_EQ(out[i], i < 10 ? 5 + 2 * i : 5) << i;
  EXPECT_EQ(run.sm("injected_moves"), 1);
  EXPECT_EQ(run.sm("divergent_instructions"), 2);
  EXPECT_EQ(run.sm("register_file.partial_writes"), 2);
}

TEST(Pipeline, APlainRegisterFileNeedsNoMove) {
  PtxRun run(divergent);
  const auto out = run.run(32, 32);
  for (unsigned i = 0; i < 32; ++i) EXPECT_EQ(out[i], i < 10 ? 5 + 2 * i : 5) << i;
  EXPECT_EQ(run.sm("injected_moves"), 0);
}

/// A compressed operand accesses only the banks of its encoding (Lee2015 Table 1).
TEST(Pipeline, BanksAccessedAreThoseOfTheEncoding) {
  // %r1 = 7 in all lanes is <4,0>: its write and each read access one bank.
  PtxRun run("mov.u32 %r1, 7;\nadd.s32 %r2, %r1, %r1;\nadd.s32 %r1, %r2, %r1;\n" + store_r1,
             "warped_compression");
  EXPECT_EQ(run.run(32, 32), std::vector<std::uint32_t>(32, 21));
  const double plain_reads = 8 * run.sm("register_file.reads");
  EXPECT_LT(run.sm("register_file.bank_reads"), plain_reads / 2);
}

struct Stride {
  unsigned bytes, passes;
};
class SharedConflicts : public testing::TestWithParam<Stride> {};

/// There are 32 banks of four bytes, so that with a stride of s words gcd(s, 32) lanes meet in a bank.
TEST_P(SharedConflicts, CostOnePassForEachLaneThatMeetsInABank) {
  PtxRun run(fmt::format("mov.u32 %r2, sh;\nmad.lo.u32 %r3, %r0, {}, %r2;\nst.shared.u32 [%r3], %r0;\n"
                         "ld.shared.u32 %r1, [%r3];\n",
                         GetParam().bytes) +
             store_r1);
  const auto out = run.run(32, 32);
  for (unsigned i = 0; i < 32 && GetParam().bytes != 0; ++i) EXPECT_EQ(out[i], i);
  EXPECT_EQ(run.sm("load_store.shared_accesses"), 2);
  EXPECT_EQ(run.sm("load_store.shared_conflict_cycles"), 2 * (GetParam().passes - 1));
}
INSTANTIATE_TEST_SUITE_P(Pipeline, SharedConflicts,
                         testing::Values(Stride{0, 1}, Stride{4, 1}, Stride{8, 2}, Stride{12, 1},
                                         Stride{16, 4}, Stride{64, 16}, Stride{128, 32}, Stride{132, 1}));

class Coalescing : public testing::TestWithParam<Stride> {};

/// A warp loads words at a stride: it sends a request for each 128-byte line. (Buffers are aligned to a
/// line.)
TEST_P(Coalescing, SendsOneRequestALine) {
  const unsigned stride = GetParam().bytes;
  PtxRun run(
      fmt::format("mul.lo.u32 %r2, %r0, {};\ncvt.u64.u32 %rd2, %r2;\nadd.s64 %rd3, %rd1, %rd2;\n"
                  "st.global.u32 [%rd3], %r0;\n",
                  stride));
  const auto out = run.run(32, 32 * 33);
  for (unsigned i = 0; i < 32; ++i) EXPECT_EQ(out[i * stride / 4], i);
  EXPECT_EQ(run.sm("load_store.transactions"), GetParam().passes);
}
INSTANTIATE_TEST_SUITE_P(Pipeline, Coalescing,
                         testing::Values(Stride{4, 1}, Stride{8, 2}, Stride{16, 4}, Stride{128, 32}));

TEST(Pipeline, AnOlderReadIsNotOvertakenByAYoungerWrite) {
  // Many operands are in the collectors while their registers are rewritten at once. The values are in the
  // banks, so a write that came too early would change the operand of an older read.
  std::string body = "mov.u32 %r1, 0;\nmov.u32 %r2, %r0;\nmov.u32 %r3, %r0;\n";
  for (int i = 0; i < 30; ++i)
    body += "mad.lo.u32 %r4, %r2, %r3, %r1;\nmov.u32 %r2, %r0;\nmov.u32 %r3, 1;\nmov.u32 %r1, %r4;\n";
  PtxRun run(body + store_r1, "warped_compression");
  const auto out = run.run(256, 256);
  for (std::uint32_t i = 0; i < 256; ++i) EXPECT_EQ(out[i], i * i + 29 * i) << i;
}

TEST(Pipeline, BarrierOrdersSharedMemoryBetweenWarps) {
  PtxRun run(
      "mov.u32 %r2, sh;\nshl.b32 %r3, %r0, 2;\nadd.u32 %r3, %r2, %r3;\nst.shared.u32 [%r3], %r0;\nbar.sync "
      "0;\n"
      "sub.u32 %r4, 255, %r0;\nshl.b32 %r4, %r4, 2;\nadd.u32 %r4, %r2, %r4;\nld.shared.u32 %r1, [%r4];\n" +
      store_r1);
  const auto out = run.run(256, 256);
  for (unsigned i = 0; i < 256; ++i) EXPECT_EQ(out[i], 255 - i);
}

void expect_error(PtxRun& run, unsigned threads, const std::vector<std::string>& parts) {
  try {
    run.run(threads, 32);
    FAIL() << "no error";
  } catch (const Error& e) {
    for (const std::string& part : parts)
      EXPECT_NE(std::string(e.what()).find(part), std::string::npos) << e.what();
  }
}

TEST(Pipeline, AStoreOutsideMemoryNamesInstructionWarpAndLane) {
  PtxRun run("mul.wide.u32 %rd2, %r0, 4;\nadd.s64 %rd3, %rd1, %rd2;\nst.global.u32 [%rd3], %r0;\n");
  expect_error(run, 64, {"test.ptx:12", "st.global.u32", "warp 1", "lane 0"});
}

TEST(Pipeline, AMisalignedLoadIsAnError) {
  PtxRun run("ld.global.u32 %r1, [%rd1+2];\n");
  expect_error(run, 32, {"test.ptx:10", "ld.global.u32"});
}

TEST(Pipeline, ABarrierThatPartOfAWarpNeverReachesIsAnError) {
  PtxRun run("setp.lt.u32 %p1, %r0, 5;\n@%p1 bra L;\nbar.sync 0;\nL:\nadd.s32 %r1, %r1, 1;\n");
  expect_error(run, 32, {"test.ptx:12", "barrier"});
}

TEST(Pipeline, AnEndlessLaunchIsStoppedByMaxCycles) {
  GpuConfig config = PtxRun::one_sm();
  config.max_cycles = 5000;
  PtxRun run("L:\nadd.s32 %r1, %r1, 1;\nbra L;\n", "", config);
  expect_error(run, 32, {"max_cycles", "line"});
}

}  // namespace
}  // namespace heddle::pipeline_test
