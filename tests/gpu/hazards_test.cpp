// SPDX-License-Identifier: Apache-2.0
// A value is not changed before it has been read: predicates, the carry flag, mappings of renamed registers.
// Each of these once failed.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <fstream>
#include <numeric>
#include <sstream>

#include "tests/gpu/both.hpp"

namespace heddle::hazards_test {
namespace {

BOTH_EXECUTORS(Hazards);

const std::string own_word = "mul.wide.u32 %rd2, %r0, 4;\nadd.s64 %rd3, %rd1, %rd2;\n";

std::string eight_times(const std::string& body) {
  return "mov.u32 %r2, 0;\nmov.u32 %r3, 0;\nLOOP:\n" + body +
         "add.u32 %r2, %r2, 1;\nsetp.lt.u32 %p1, %r2, 8;\n@%p1 bra LOOP;\n" + own_word +
         "st.global.u32 [%rd3], %r3;\n";
}

/// A comparison of doubles waits in its collector, because the DP pipeline is narrow; the next instruction
/// writes the predicate with which the comparison is combined.
TEST_P(Hazards, APredicateIsReadAheadOfTheNextWrite) {
  const auto out = same(
      job("cvt.rn.f64.u32 %rd4, %r0;\nmov.f64 %rd5, 0d408F400000000000;\n" +
              eight_times("and.b32 %r4, %r2, 1;\nsetp.eq.u32 %p2, %r4, 0;\n"
                          "add.f64 %rd6, %rd4, %rd5;\nmul.f64 %rd7, %rd4, %rd5;\nadd.f64 %rd8, %rd4, %rd4;\n"
                          "setp.lt.and.f64 %p3, %rd4, %rd5, %p2;\nsetp.ne.u32 %p2, %r4, 0;\n"
                          "selp.u32 %r5, 1, 0, %p3;\nselp.u32 %r6, 16, 0, %p2;\n"
                          "add.u32 %r3, %r3, %r5;\nadd.u32 %r3, %r3, %r6;\n"),
          1024, 1024));
  EXPECT_EQ(out[5], 4 + 4 * 16u);
  EXPECT_EQ(out[1001], 4 * 16u);
}

/// A guarded write to a compressed register waits for its MOV; the next instruction writes the predicate that
/// selects its value.
TEST_P(Hazards, APredicateIsReadByAnInstructionThatWaitsForAMove) {
  same(job("setp.lt.u32 %p4, %r0, 40;\nand.b32 %r7, %r0, 1;\n" +
               eight_times("setp.eq.u32 %p2, %r7, 0;\nmov.u32 %r5, %ctaid.x;\n"
                           "@%p4 selp.u32 %r5, 7, 9, %p2;\nsetp.ne.u32 %p2, %r7, 0;\n"
                           "selp.u32 %r6, 16, 0, %p2;\nadd.u32 %r3, %r3, %r5;\nadd.u32 %r3, %r3, %r6;\n"),
           96, 96));
}

/// The same for the carry flag, which the statements do not name.
TEST_P(Hazards, TheCarryIsReadByAnInstructionThatWaitsForAMove) {
  same(job("and.b32 %r11, %r0, 31;\nsetp.lt.u32 %p4, %r11, 24;\nshl.b32 %r7, %r0, 27;\n" +
               eight_times("mov.u32 %r5, %ctaid.x;\nadd.cc.u32 %r8, %r7, %r7;\n"
                           "@%p4 addc.u32 %r5, %r2, %r0;\nadd.cc.u32 %r9, %r0, 1;\naddc.u32 %r10, 0, 0;\n"
                           "add.u32 %r3, %r3, %r5;\nadd.u32 %r3, %r3, %r10;\nadd.u32 %r3, %r3, %r8;\n"),
           96, 96));
}

/// Each use makes its register anew, so that registers are released and mapped all the time; many warps then
/// write the same bank of the renaming table, and a reader must still find its mapping.
TEST(RenamedRegisters, AReaderFindsTheMappingOfWhatHasJustBeenWritten) {
  std::ifstream file(HEDDLE_SOURCE_DIR "/tests/gpu/made_again.ptx");
  std::ostringstream text;
  text << file.rdbuf();
  constexpr unsigned n = 800'000;
  GpuConfig config;
  config.sms = 2;
  config.sm.warps = 48;
  config.sm.threads = 1536;
  config.sm.scheduler = "two_level";
  config.sm.power_gating = true;
  config.sm.power_gate = {.rows_per_domain = 64, .wake_up = 1};
  StatGroup stats;
  SimulatedGpu gpu(config, techniques_of("register_virtualization"), nullptr, stats);
  const ptx::Kernel kernel = ptx::load_module(text.str(), "made_again.ptx").front();
  std::vector<float> a(n), b(n);
  std::iota(a.begin(), a.end(), 0.0f);
  std::iota(b.begin(), b.end(), 1.0f);
  const auto low = [](DevicePointer p) { return static_cast<std::uint32_t>(p); };
  const DevicePointer da = gpu.upload(a), db = gpu.upload(b), dc = gpu.allocate(n * 4);
  gpu.launch_with(kernel, {n / 256}, {256}, low(da), low(db), low(dc), n);
  const auto out = gpu.download<float>(dc, n);
  for (unsigned i = 0; i < n; ++i) ASSERT_EQ(out[i], a[i] + b[i]) << i;
}

/// An instruction of its own reads what a barrier has counted. Here it waits for a register, while the warp's
/// next barrier opens at once, because the warp is alone in its CTA. Random kernels found this.
TEST(RenamedRegisters, ABarriersOutcomeIsReadAheadOfTheNextBarriers) {
  GpuConfig config;
  config.sms = 2;
  StatGroup stats;
  SimulatedGpu gpu(config, techniques_of("register_virtualization"), nullptr, stats);
  const auto out = run_on(
      gpu, job("setp.lt.u32 %p2, %r0, 7;\n" + eight_times("bar.red.popc.u32 %r4, 0, %p2;\nbar.sync 1;\n"
                                                          "add.u32 %r3, %r3, %r4;\n"),
               32, 32, 48));
  for (unsigned t = 0; t < 32; ++t) ASSERT_EQ(out[t], 8 * 7u) << t;
}

}  // namespace
}  // namespace heddle::hazards_test
