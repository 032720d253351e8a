// SPDX-License-Identifier: Apache-2.0
#include "tb/compile/launch_skeleton.hpp"

#include <gtest/gtest.h>

#include "models/ptx/load.hpp"

namespace heddle::compile::launch_skeleton_test {
namespace {

using Types = std::vector<std::string>;

TEST(ParameterTypes, AreThoseOfTheNameInCpp) {
  EXPECT_EQ(parameter_types("_Z5saxpyifPKfPf"), (Types{"int", "float", "float const*", "float*"}));
  EXPECT_EQ(parameter_types("_Z5scaleIfEvPKT_PS0_S0_i"), (Types{"float const*", "float*", "float", "int"}));
  EXPECT_EQ(parameter_types("_Z3one1PPKdPFviEh"),
            (Types{"P", "double const*", "void (*)(int)", "unsigned char"}));
  EXPECT_EQ(parameter_types("_Z1kSt4pairIifEPS0_"),
            (Types{"std::pair<int, float>", "std::pair<int, float>*"}));
  EXPECT_EQ(parameter_types("_Z4nonev"), Types{});
  EXPECT_EQ(parameter_types("saxpy"), Types{}) << "extern \"C\" says no types";
  EXPECT_EQ(readable_name("_Z5saxpyifPKfPf"), "saxpy(int, float, float const*, float*)");
  EXPECT_EQ(readable_name("i"), "i") << "no name of C++, though a type of it";
}

std::string skeleton(const std::vector<std::string>& entries) {
  std::string text = ".version 7.0\n.target sm_75\n.address_size 64\n";
  for (const std::string& entry : entries) text += ".visible .entry " + entry + "\n{\nret;\n}\n";
  return launch_skeleton(ptx::load_module(text, "k.ptx"), "there/k.ptx");
}

bool has(const std::string& text, const std::string& part) { return text.find(part) != std::string::npos; }

TEST(LaunchSkeleton, OfOneKernelHasItsArguments) {
  const std::string text =
      skeleton({"_Z1kifPKfPdh(.param .u32 a, .param .f32 b, .param .u64 c, .param .u64 d, .param .u8 e)"});
  for (const char* line :
       {"heddle run k.ptx --launch k.yaml", "kernel: _Z1kifPKfPdh  # k(int, float, float const*, double*",
        "  - {name: a0, type: s32, value: 1024}", "  - {name: a1, type: f32, value: 1.0}",
        "  - {name: a2, type: f32, count: 1024, fill: {kind: iota}}", "# float const*",
        "  - {name: a3, type: f64, count: 1024}", "  - {name: a4, type: u8, value: 1}"})
    EXPECT_TRUE(has(text, line)) << line << "\n" << text;
}

TEST(LaunchSkeleton, OfANameWithoutTypesGoesBySizes) {
  const std::string text = skeleton({"k(.param .u32 a, .param .u64 b, .param .align 4 .b8 c[12])"});
  for (const char* line : {"type: u32, value: 1024}", "type: u64, value: 1024}", "8 bytes; of a pointer",
                           "raw: \"00 00 00 00 00 00 00 00 00 00 00 00\"}"})
    EXPECT_TRUE(has(text, line)) << line << "\n" << text;
}

TEST(LaunchSkeleton, OfSeveralKernelsNamesTheBuffers) {
  const std::string text = skeleton({"_Z1aPf(.param .u64 p)", "_Z1bPKi(.param .u64 p)", "c()"});
  for (const char* line :
       {"buffers:\n  b0: {type: f32, count: 1024}", "  b1: {type: s32, count: 1024, fill: {kind: iota}}",
        "steps:", "  - kernel: _Z1aPf", "      - {buffer: b1}", "    arguments: []"})
    EXPECT_TRUE(has(text, line)) << line << "\n" << text;
}

}  // namespace
}  // namespace heddle::compile::launch_skeleton_test
