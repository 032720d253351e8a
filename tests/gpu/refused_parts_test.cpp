// SPDX-License-Identifier: Apache-2.0
// Accesses to parts of lines that are compressed: the L2 refuses them, an assist warp restores the line, and
// they come again. The host's copies come compressed, so that each line is at first.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include "tests/gpu/ptx_run.hpp"
#include "tests/memory/toy_edges.hpp"

namespace heddle::refused_parts_test {
namespace {

GpuConfig machine(unsigned sms) {
  GpuConfig config = PtxRun::one_sm();
  config.sms = sms;
  config.l2 = whole_lines(config.l2);
  return config;
}

struct RefusedRun : PtxRun {
  explicit RefusedRun(const std::string& body, std::vector<std::string> set = {}, unsigned sms = 1,
                      const std::string& techniques = "caba")
      : PtxRun(body, techniques, machine(sms), set) {}
  /// The first words of the buffer, which has held 0, 1, 2 and so on.
  std::vector<std::uint32_t> run(unsigned threads, unsigned words, unsigned ctas = 1) {
    std::vector<std::uint32_t> before(words);
    for (unsigned k = 0; k < words; ++k) before[k] = k;
    const DevicePointer out = gpu.upload(before);
    gpu.launch_with(kernel, {ctas}, {threads}, out);
    return gpu.download<std::uint32_t>(out, words);
  }
  double parts(const std::string& counter) { return stats.number("sm_total.caba.parts." + counter); }
  /// Stores and atomics that were refused. Of loads, the kernel's parameter may be in a compressed line.
  double stores() { return parts("refused") - parts("loads"); }
  double l2(const std::string& counter) { return stats.number("l2_total." + counter); }
};

// %rd3: the 32-bit word of this thread; %rd4: the 16-bit word in its middle that this CTA has.
const std::string places = R"(
  mul.wide.u32 %rd3, %r0, 4;
  add.s64 %rd3, %rd3, %rd1;
  mov.u32 %r1, %ctaid.x;
  mul.wide.u32 %rd4, %r1, 2;
  add.s64 %rd4, %rd4, %rd3;
)";

TEST(RefusedParts, OfOneSmAreMerged) {
  RefusedRun run(places + "st.global.u16 [%rd4], 7;\n");
  const auto words = run.run(256, 256);
  for (unsigned k = 0; k < 256; ++k) ASSERT_EQ(words[k], 7u) << k;
  EXPECT_EQ(run.stores(), 8);
  EXPECT_EQ(run.l2("restored_lines"), 8);
  EXPECT_EQ(run.l2("decoded_lines"), 0) << "the L2 has no codec";
}

TEST(RefusedParts, OfTheOnlyWarp) {
  RefusedRun run(places + "st.global.u8 [%rd3], 7;\n");
  const auto words = run.run(32, 32);
  for (unsigned k = 0; k < 32; ++k) ASSERT_EQ(words[k], 7u) << k;
}

/// Each SM stores one half of each word.
TEST(RefusedParts, OfTwoSmsLoseNoByte) {
  RefusedRun run(places + "add.u32 %r2, %r0, %r1;\nst.global.u16 [%rd4], %r2;\n", {}, 2);
  const auto words = run.run(1024, 1024, 2);
  for (unsigned k = 0; k < 1024; ++k) ASSERT_EQ(words[k], k | (k + 1) << 16) << k;
  EXPECT_GE(run.l2("refused_parts"), 32);
  EXPECT_EQ(run.l2("restored_lines"), 32) << "the first of two restores the line";
}

/// A machine a test: SystemC has one in a process.
class RefusedPartsOf : public testing::TestWithParam<std::vector<std::string>> {};
INSTANTIATE_TEST_SUITE_P(
    Machines, RefusedPartsOf,
    testing::Values(std::vector<std::string>{}, std::vector<std::string>{"caba.part_copies=1"},
                    std::vector<std::string>{"caba.controller.entries=1", "caba.pending_stores=1"},
                    std::vector<std::string>{"caba.registers=entry", "caba.part_copies=2"},
                    std::vector<std::string>{"caba.shared_registers=true", "caba.patience=50"},
                    std::vector<std::string>{"caba.what=fpc"}, std::vector<std::string>{"caba.what=cpack"}));

TEST_P(RefusedPartsOf, AtomicsOfTwoSms) {
  RefusedRun run(places + R"(
  mov.u32 %r9, 0;
L:
  atom.global.add.u32 %r2, [%rd3], 3;
  add.u32 %r9, %r9, 1;
  setp.lt.u32 %p0, %r9, 5;
  @%p0 bra L;
  red.global.add.u32 [%rd3], 100;
)",
                 GetParam(), 2);
  const auto words = run.run(512, 512, 4);
  for (unsigned k = 0; k < 512; ++k) ASSERT_EQ(words[k], k + 4 * (15 + 100)) << k;
  EXPECT_GT(run.parts("refused"), 0);
}

/// What a thread stores it reads back, by the L1 and past it, while the L2 refuses the stores.
TEST_P(RefusedPartsOf, StoresAreSeenByLoadsBehindThem) {
  RefusedRun run(places + R"(
  add.u32 %r2, %r0, 1000;
  st.global.u16 [%rd3], %r2;
  ld.global.u32 %r3, [%rd3];
  add.u32 %r3, %r3, 5;
  st.global.u16 [%rd3], %r3;
  ld.volatile.global.u32 %r4, [%rd3];
  add.u32 %r4, %r4, 6;
  st.global.u8 [%rd3], %r4;
)",
                 GetParam());
  const auto words = run.run(512, 512);
  for (unsigned k = 0; k < 512; ++k) {
    const unsigned second = k + 1005, third = second + 6;
    ASSERT_EQ(words[k], (second & 0xff00) | (third & 0xff)) << k;
  }
}

/// The stores are the last instructions of the last warp: it stands by until they have been performed.
TEST_P(RefusedPartsOf, StoresAtTheEndOfTheKernel) {
  RefusedRun run(places + R"(
  mov.u32 %r9, 0;
M:
  st.global.u8 [%rd3], 9;
  add.s64 %rd3, %rd3, 128;
  add.u32 %r9, %r9, 1;
  setp.lt.u32 %p0, %r9, 60;
  @%p0 bra M;
)",
                 GetParam());
  const auto words = run.run(4, 61 * 32);
  for (unsigned k = 0; k < 60 * 32; ++k) ASSERT_EQ(words[k] & 0xff, k % 32 < 4 ? 9 : k & 0xff) << k;
  EXPECT_EQ(run.stores(), 60);
}

/// CTAs one after the other on an SM that holds one: each waits for its stores.
TEST(RefusedParts, OfManyCtas) {
  RefusedRun run(places + R"(
  mul.lo.u32 %r2, %r1, 1024;
  add.u32 %r2, %r2, %r0;
  mul.wide.u32 %rd3, %r2, 4;
  add.s64 %rd3, %rd3, %rd1;
  st.global.u16 [%rd3], %r1;
)");
  const auto words = run.run(1024, 8 * 1024, 8);
  for (unsigned k = 0; k < 8 * 1024; ++k) ASSERT_EQ(words[k], k / 1024) << k;
  EXPECT_EQ(run.stores(), 8 * 32);
}

/// SMs whose restored lines drive each other's out of a small L2 must not do so for ever.
TEST(RefusedParts, OfManyLinesInASmallL2) {
  GpuConfig config = machine(12);
  config.l2.cache.bytes = 2048;
  config.max_cycles = 2'000'000;
  PtxRun run(R"(
  mov.u32 %r1, %ctaid.x;
  mad.lo.u32 %r2, %r1, 192, %r0;
  mul.wide.u32 %rd3, %r2, 128;
  add.s64 %rd3, %rd3, %rd1;
  atom.global.add.u32 %r3, [%rd3], 5;
)",
             "caba", config);
  constexpr unsigned lines = 12 * 192;
  std::vector<std::uint32_t> before(lines * 32);
  for (unsigned k = 0; k < before.size(); ++k) before[k] = k;
  const DevicePointer out = run.gpu.upload(before);
  run.gpu.launch_with(run.kernel, {12}, {192}, out);
  const auto words = run.gpu.download<std::uint32_t>(out, lines * 32);
  for (unsigned k = 0; k < words.size(); ++k) ASSERT_EQ(words[k], k + (k % 32 == 0 ? 5 : 0)) << k;
  EXPECT_EQ(run.stats.number("l2_total.restored_lines"), lines);
}

/// The second of two SMs to read a line finds it as the first has decompressed it.
TEST(GivenBackLines, AreDecompressedOnce) {
  const std::string body = places + R"(
  mov.u32 %r9, 0;
W:
  add.u32 %r9, %r9, 1;
  mul.lo.u32 %r8, %r1, 3000;
  setp.lt.u32 %p0, %r9, %r8;
  @%p0 bra W;
  ld.global.u32 %r2, [%rd3];
  add.s64 %rd5, %rd3, 2048;
  mul.lo.u32 %r3, %r1, 2048;
  cvt.u64.u32 %rd6, %r3;
  add.s64 %rd5, %rd5, %rd6;
  st.global.u32 [%rd5], %r2;
)";
  RefusedRun run(body, {"caba.l2=uncompressed"}, 2);
  const auto words = run.run(512, 3 * 512, 2);
  for (unsigned k = 0; k < 512; ++k) ASSERT_EQ(words[512 + k], k) << k;
  for (unsigned k = 0; k < 512; ++k) ASSERT_EQ(words[1024 + k], k) << k;
  EXPECT_EQ(run.stats.number("sm_total.memory.edge.decoded_lines"), 16);
  EXPECT_EQ(run.parts("given_back"), 16);
  EXPECT_EQ(run.l2("given_back_lines"), 16);
}

/// The line travels through the SM: a bit that is flipped on its way back spoils a byte that nobody stores.
TEST(RefusedParts, SpoilMemoryByAFaultInTheLine) {
  RefusedRun run(places + "st.global.u8 [%rd3], 7;\n");
  run.gpu.gpu().sm(0).port.taps().add([](tlm::tlm_generic_payload& p, tlm::tlm_phase phase) {
    RefusedPart* part = refused_part(p);
    if (phase == tlm::BEGIN_REQ && part != nullptr && part->state == RefusedPart::State::restored)
      part->bits[7] ^= 1;
  });
  const auto words = run.run(32, 32);
  EXPECT_EQ(words[0], 7u);
  EXPECT_EQ(words[1] >> 24, 1u) << "byte 7 of the line";
}

}  // namespace
}  // namespace heddle::refused_parts_test
