// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>

#include "models/base/error.hpp"
#include "models/ptx/load.hpp"

/// The texts that the fuzzer (tests/fuzz) has found worth keeping, each loaded as the fuzzer loads it: errors
/// in them must be reported with their place.
namespace heddle::test::fuzz_corpus_test {
namespace {

/// Compiles all kernels; counts those that compile and those that are refused.
struct Replay {
  unsigned compiled = 0, refused = 0;

  void load(const std::string& text, std::uint32_t registers) {
    attempt([&] {
      ptx::PtxModule module(text, "corpus");
      for (std::size_t i = 0; i < module.variables().size(); ++i) {
        if (module.variables()[i].bytes <= 1u << 20) attempt([&] { module.initial_value(i); });
      }
      for (const std::string& name : module.kernels())
        attempt([&] { check(module.compile(name, {.max_registers = registers}), registers); });
    });
  }

 private:
  void check(const ptx::Kernel& kernel, std::uint32_t registers) {
    EXPECT_LE(kernel.registers, registers);
    for (const ptx::Instruction& i : kernel.code) {
      const bool jumps = i.control == ptx::Control::branch;
      EXPECT_TRUE(!jumps || i.target < kernel.code.size());
    }
    ++compiled;
  }

  template <class F>
  void attempt(F&& f) {
    try {
      f();
    } catch (const Error& e) {
      ++refused;
      EXPECT_TRUE(e.problem().place.starts_with("corpus")) << e.what();
    }
  }
};

TEST(FuzzCorpus, IsCompiledOrRefusedWithAPlace) {
  Replay replay;
  for (const auto& entry : std::filesystem::directory_iterator(HEDDLE_SOURCE_DIR "/tests/fuzz/corpus")) {
    std::ifstream in(entry.path(), std::ios::binary);
    const std::string text{std::istreambuf_iterator<char>(in), {}};
    SCOPED_TRACE(entry.path().filename().string());
    replay.load(text, 63);
    replay.load(text, 16);
  }
  EXPECT_GE(replay.compiled, 20u);
  EXPECT_GE(replay.refused, 10u);
}

std::string in_kernel(const std::string& body) {
  return ".version 7.0\n.target sm_70\n.address_size 64\n.entry k() {\n.reg .b32 %r<9>;\n" + body +
         "\nret;\n}\n";
}

std::string repeated(const std::string& piece, std::size_t times) {
  std::string text;
  for (std::size_t i = 0; i < times; ++i) text += piece;
  return text;
}

/// Returns the message for a text that must be refused.
std::string refusal(const std::string& text) {
  try {
    ptx::load_module(text, "k.ptx");
  } catch (const Error& e) {
    return e.what();
  }
  return "accepted";
}

TEST(Excess, NestingIsBounded) {
  const char* const message = "nested too deeply";
  constexpr std::size_t deep = 1000000;
  EXPECT_NE(refusal(in_kernel(repeated("{", deep) + repeated("}", deep))).find(message), std::string::npos);
  EXPECT_NE(
      refusal(in_kernel("mov.b32 %r1, " + repeated("{", deep) + repeated("}", deep))).find("syntax error"),
      std::string::npos);
  EXPECT_NE(refusal(in_kernel("mov.b32 %r1, " + repeated("%r1|", deep) + "%r1;")).find("syntax error"),
            std::string::npos);
  EXPECT_NE(refusal(".global .b32 x[] = " + repeated("{", deep)).find(message), std::string::npos);
  EXPECT_EQ(refusal(in_kernel(repeated("{", 100) + repeated("}", 100))), "accepted");
}

TEST(Excess, SizesDoNotWrapAround) {
  const char* const message = "larger than it may be";
  EXPECT_NE(refusal(".global .b8 x[2147483648][8589934592];").find(message), std::string::npos);
  EXPECT_NE(refusal(".global .v4 .b64 x[576460752303423489];").find(message), std::string::npos);
  EXPECT_NE(refusal(".global .b32 x[4294967295];").find(message), std::string::npos);
  EXPECT_EQ(refusal(".global .b8 x[4294967295];"), "accepted");
  EXPECT_NE(refusal(".func f(.param .b8 a[4294967295], .param .b8 b[4294967295]) { ret; }\n" +
                    in_kernel(".param .b8 a[4]; call f, (a, a);"))
                .find("too much"),
            std::string::npos);
  EXPECT_NE(refusal(".global .pred p[] = {1};").find("predicate"), std::string::npos);
}

TEST(Excess, LaunchBoundsAreCutOff) {
  ptx::PtxModule module(".entry k() .maxntid 1048576, 1048576, 1048576 { ret; }", "k.ptx");
  EXPECT_EQ(module.compile("k").max_threads, 1u << 20);
}

TEST(Excess, CodeThatGrowsBeyondMeasureIsRefused) {
  std::string body = ".param .align 1 .b8 a[200000];\n.param .align 1 .b8 b[200000];\n";
  EXPECT_NE(refusal(".func f(.param .align 1 .b8 a[200000], .param .align 1 .b8 b[200000]) { ret; }\n" +
                    in_kernel(body + "call f, (a, b); call f, (b, a);"))
                .find("too many instructions"),
            std::string::npos);
  std::string before, after;
  for (int i = 0; i < 300; ++i) {
    before += "ld.global.u32 %s" + std::to_string(i) + ", [%rd];\n";
    after += "st.global.u32 [%rd], %s" + std::to_string(i) + ";\n";
  }
  EXPECT_NE(refusal(".func f() { ret; }\n" + in_kernel(".reg .b32 %s<300>; .reg .b64 %rd;\n" + before +
                                                       repeated("call f;\n", 300) + after))
                .find("live across too many calls"),
            std::string::npos);
}

TEST(Excess, AFunctionThatCannotBeReadIsReportedToEachKernel) {
  ptx::PtxModule module(
      ".func f() { bra nowhere; }\n.entry a() { call f; ret; }\n.entry b() { call f; ret; }", "k.ptx");
  for (const char* kernel : {"a", "b", "a"}) {
    try {
      module.compile(kernel);
      FAIL() << kernel;
    } catch (const Error& e) {
      EXPECT_EQ(e.problem().place, "k.ptx:1:17") << e.what();
    }
  }
}

TEST(Excess, ALongChainOfCallsNeedsNoStack) {
  std::string text = ".func f0() { ret; }\n";
  constexpr int length = 2000;
  for (int i = 1; i < length; ++i)
    text += ".func f" + std::to_string(i) + "() { call f" + std::to_string(i - 1) + "; ret; }\n";
  EXPECT_EQ(refusal(text + ".entry k() { call f" + std::to_string(length - 1) + "; ret; }"), "accepted");
}

}  // namespace
}  // namespace heddle::test::fuzz_corpus_test
