// SPDX-License-Identifier: Apache-2.0
#include "hw/sm/front/instruction_fetch.hpp"

#include "tests/gpu/in_child.hpp"

namespace heddle::instruction_fetch_test {
namespace {

ptx::Kernel kernel_of(const std::string& body) {
  return ptx::load_module(PtxRun::text(body), "test.ptx").front();
}

TEST(CodeImage, NamesEachInstruction) {
  const ptx::Kernel kernel = kernel_of("add.u32 %r1, %r0, 1;\n");
  const CodeImage image(kernel);
  ASSERT_EQ(image.words().size(), kernel.code.size());
  for (std::uint32_t k = 0; k < kernel.code.size(); ++k) EXPECT_EQ(image.index_of(image.words()[k]), k);
}

TEST(CodeImage, RefusesEveryWordWithOneWrongBit) {
  const CodeImage image(kernel_of("add.u32 %r1, %r0, 1;\nadd.u32 %r2, %r1, 1;\n"));
  for (const std::uint64_t word : image.words())
    for (unsigned bit = 0; bit < 64; ++bit) EXPECT_FALSE(image.index_of(word ^ std::uint64_t{1} << bit));
}

TEST(CodeImage, RefusesTheWordsOfAnotherKernel) {
  ptx::Kernel kernel = kernel_of("add.u32 %r1, %r0, 1;\n");
  const CodeImage image(kernel);
  kernel.name = "other";
  const CodeImage other(kernel);
  for (const std::uint64_t word : other.words()) EXPECT_FALSE(image.index_of(word));
}

/// Returns the accesses, misses and hits of the l1i in a launch of one warp, and its cycles.
std::vector<double> l1i(const std::string& body, unsigned threads = 32, GpuConfig config = PtxRun::one_sm()) {
  return in_child(5, [&] {
    PtxRun run(body, "", config);
    run.run(threads, threads);
    return std::vector{run.sm("l1i.accesses"), run.sm("l1i.misses"), run.sm("l1i.hits"),
                       run.sm("l1i.mshr_merges"), run.cycles()};
  });
}
std::string additions(unsigned count) {
  std::string body;
  for (unsigned k = 0; k < count; ++k) body += "add.u32 %r1, %r1, 3;\n";
  return body;
}

/// A line holds 16 instructions of 8 bytes; an access fetches two of them.
TEST(InstructionFetch, MissesOncePerLineAndAccessesOncePerTwoInstructions) {
  const auto few = l1i(additions(16)), many = l1i(additions(16 + 160));
  EXPECT_EQ(many[1] - few[1], 10);
  EXPECT_EQ(many[0] - few[0], 80);
  EXPECT_EQ(many[2] - few[2], 70);
}

/// 2 KB hold 256 instructions: a loop that fits misses in its first iteration only, a longer one in every
/// iteration.
TEST(InstructionFetch, ALoopThatFitsIsReadFromMemoryOnce) {
  const auto misses = [](unsigned length, unsigned iterations) {
    return l1i(looped(additions(length), iterations))[1];
  };
  EXPECT_EQ(misses(200, 8), misses(200, 2));
  EXPECT_GE(misses(300, 8), misses(300, 2) + 6 * 18);
}

TEST(InstructionFetch, WarpsShareALineThatIsOnItsWay) {
  const auto s = l1i(additions(4), 256);
  EXPECT_EQ(s[1], 1);
  EXPECT_EQ(s[3], 7);  // all other warps wait for the same line
}

/// Straight-line code without hazards takes three cycles for two instructions: a fetch begins when the
/// instruction buffer is empty, and then decode, issue and issue follow. With eight chains a result, which
/// takes 11 cycles, is there before it is needed, 12 cycles later.
TEST(InstructionFetch, AFetchAndItsDecodingComeBetweenTwoPairs) {
  std::string prologue;
  for (unsigned k = 0; k < 8; ++k) prologue += fmt::format("mov.u32 %r1{}, %r0;\n", k);
  const auto add = [](unsigned k) { return fmt::format("add.u32 %r1{0}, %r1{0}, 3;", k % 8); };
  GpuConfig config = PtxRun::one_sm();
  EXPECT_NEAR(cycles_each(prologue, add, 32, config), 1.5, end_effects);
  config.sm.decode_latency = 3;
  EXPECT_NEAR(cycles_each(prologue, add, 32, config), 2.5, end_effects);
  config.sm.l1i.latency = 2;
  EXPECT_NEAR(cycles_each(prologue, add, 32, config), 3, end_effects);
}

/// A taken branch empties the buffer, so that its target issues after another fetch and decode.
TEST(InstructionFetch, ATakenBranchCostsAFetch) {
  const auto jump = [](unsigned k) { return fmt::format("bra K{0};\nadd.u32 %r1, %r1, 1;\nK{0}:", k); };
  GpuConfig config = PtxRun::one_sm();
  EXPECT_NEAR(cycles_each("mov.u32 %r1, 0;\n", jump, 32, config, "", {}, 10, 100), 2, end_effects);
  config.sm.decode_latency = 4;
  EXPECT_NEAR(cycles_each("mov.u32 %r1, 0;\n", jump, 32, config, "", {}, 10, 100), 5, end_effects);
}

/// Lets `spoil` change the kernel's first line on its way into the SM.
void spoil_code(PtxRun& run, const std::function<void(std::uint64_t* words)>& spoil) {
  run.gpu.gpu().sm(0).port.taps().add([=](tlm::tlm_generic_payload& t, tlm::tlm_phase phase) {
    if (phase == tlm::BEGIN_RESP && t.get_address() == Launch::code_address)
      spoil(reinterpret_cast<std::uint64_t*>(t.get_data_ptr()));
  });
}
const std::string two_additions =
    "add.u32 %r1, %r0, 5;\nadd.u32 %r1, %r1, 70;\nmul.wide.u32 %rd2, %r0, 4;\nadd.s64 %rd3, %rd1, %rd2;\n"
    "st.global.u32 [%rd3], %r1;\n";

TEST(InstructionFetch, AFlippedBitOfTheCodeIsReported) {
  PtxRun run(two_additions);
  spoil_code(run, [](std::uint64_t* words) { words[3] ^= std::uint64_t{1} << 41; });
  try {
    run.run(32, 32);
    ADD_FAILURE() << "nobody noticed";
  } catch (const Error& e) {
    EXPECT_NE(std::string(e.what()).find("is no instruction of the kernel"), std::string::npos) << e.what();
  }
}

/// The word that the cache delivers is executed: with the word of `add 5` in place of that of `add 70`, `add
/// 5` is executed twice.
TEST(InstructionFetch, TheWordThatComesIsExecuted) {
  PtxRun run(two_additions);
  unsigned add = 0;
  while (run.kernel.code[add].operand[1].immediate != 5) ++add;
  spoil_code(run, [=](std::uint64_t* words) { words[add + 1] = words[add]; });
  const auto out = run.run(32, 32);
  for (unsigned i = 0; i < 32; ++i) EXPECT_EQ(out[i], i + 5);
}

}  // namespace
}  // namespace heddle::instruction_fetch_test
