// SPDX-License-Identifier: Apache-2.0
// List scheduling: what goes first, what keeps its order, and how many registers that takes.
#include <gtest/gtest.h>

#include "tests/ptx/passes/after_passes.hpp"

namespace heddle::test::schedule_test {
namespace {

/// The mnemonics after the pass, in their order, of a kernel with a buffer and 16 bytes of shared memory.
std::string order_of(const std::string& body) {
  const auto code = after_passes(".param .u64 out", R"(
  .reg .b32 %r<9>; .reg .b64 %rd<4>; .shared .b32 s[4];
  ld.param.u64 %rd1, [out];
  )" + body + "ret;",
                                 ptx_2);
  std::string order;
  const std::string& text = code.at("schedule");
  for (std::size_t at = 0; at < text.size(); at = text.find('\n', at) + 1)
    order += text.substr(at, text.find(' ', at) - at) + (text.find('\n', at) + 1 < text.size() ? " " : "");
  return order;
}

TEST(Schedule, LoadsGoAheadOfWhatWaitsForOthers) {
  EXPECT_EQ(order_of(R"(
  ld.global.u32 %r1, [%rd1]; add.u32 %r2, %r1, 1; mul.lo.u32 %r2, %r2, %r2;
  ld.global.u32 %r3, [%rd1+4]; xor.b32 %r4, %r3, %r2; st.global.u32 [%rd1+8], %r4;)"),
            "ld ld ld add mul xor st exit");
}

/// The instruction `between` with the text `marker`, and then a load from device memory, which is ready at
/// once and has the longest critical path. Does the load move ahead of it?
bool load_moves_ahead_of(const std::string& between, const std::string& marker) {
  const auto code = after_passes(".param .u64 out",
                                 fmt::format(R"(
  .reg .b32 %r<9>; .reg .b64 %rd<4>; .shared .b32 s[4];
  ld.param.u64 %rd1, [out];
  ld.global.u32 %r1, [%rd1]; add.u32 %r2, %r1, 1; {}
  ld.global.u32 %r3, [%rd1+4]; xor.b32 %r4, %r3, %r2; st.global.u32 [%rd1+8], %r4;
  ret;)",
                                             between),
                                 ptx_2);
  const std::string& text = code.at("schedule");
  const std::size_t load = text.find("ld %r3"), other = text.find(marker);
  EXPECT_NE(load, std::string::npos) << text;
  EXPECT_NE(other, std::string::npos) << text;
  return load < other;
}

TEST(Schedule, LoadsMoveAcrossOtherLoadsAndStoresToOtherSpaces) {
  EXPECT_TRUE(load_moves_ahead_of("st.shared.u32 [s], %r2;", "st [0x0]"));
  EXPECT_TRUE(load_moves_ahead_of("ld.global.u32 %r5, [%rd1+16];", "ld %r5")) << "nobody waits for it";
  EXPECT_TRUE(load_moves_ahead_of("mul.lo.u32 %r2, %r2, %r2;", "mul"));
}

TEST(Schedule, LoadsDoNotMoveAcrossWhatMayChangeTheirValue) {
  EXPECT_FALSE(load_moves_ahead_of("st.global.u32 [%rd1+4], %r2;", "st [%rd1+4]"));
  EXPECT_FALSE(load_moves_ahead_of("st.u32 [%rd1+4], %r2;", "st [%rd1+4]"));
  EXPECT_FALSE(load_moves_ahead_of("atom.global.add.u32 %r5, [%rd1+4], %r2;", "atom"));
  EXPECT_FALSE(load_moves_ahead_of("ld.volatile.global.u32 %r5, [%rd1+16];", "ld %r5"));
  EXPECT_FALSE(load_moves_ahead_of("bar.sync 0;", "bar"));
  EXPECT_FALSE(load_moves_ahead_of("membar.gl;", "op "));
  EXPECT_FALSE(load_moves_ahead_of("mov.u32 %r5, %clock; add.u32 %r2, %r2, %r5;", "%clock"));
}

/// What is live across the call is stored ahead of the change of the stack pointer before it.
TEST(Schedule, ChangesOfTheStackPointerStandBesideTheirCall) {
  const std::string text = R"(
.version 6.0
.target sm_30
.address_size 64
.func (.param .b32 r) twice (.param .b32 a) {
  .reg .b32 %x; ld.param.u32 %x, [a]; shl.b32 %x, %x, 1; st.param.b32 [r], %x; ret;
}
.visible .entry k(.param .u64 out) {
  .reg .b32 %t, %x, %y, %z; .reg .b64 %a, %o;
  ld.param.u64 %a, [out]; mov.u32 %t, %tid.x; mul.wide.u32 %o, %t, 4; add.u64 %a, %a, %o;
  ld.global.u32 %y, [%a]; add.u32 %x, %t, 3;
  { .param .b32 p; .param .b32 q; st.param.b32 [p], %x; call (q), twice, (p); ld.param.b32 %z, [q]; }
  ld.global.u32 %x, [%a]; add.u32 %z, %z, %y; add.u32 %z, %z, %x; st.global.u32 [%a], %z;
  ret;
})";
  std::vector<std::uint32_t> expected(warp_size);
  for (std::uint32_t i = 0; i < warp_size; ++i) expected[i] = 2 * (i + 3);  // of memory that was 0
  for (const CodeGeneration& code : {CodeGeneration{}, ptx_2, fermi, ptxplus}) {
    const ptx::Kernel kernel = ptx::load_module(text, "k.ptx", {.code_generation = code}).at(0);
    FunctionalDevice device;
    const DevicePointer out = device.allocate(4 * warp_size);
    device.launch_with(kernel, {1}, {warp_size}, out);
    EXPECT_EQ(device.download<std::uint32_t>(out, warp_size), expected) << name_of(code.isa);
  }
}

TEST(Schedule, HoldsNoMoreRegisters) {
  std::string body = ".reg .b32 %r<9>, %a; .shared .b32 s[4]; ld.param.u32 %a, [out];";
  for (unsigned k = 0; k < 6; ++k)
    body += fmt::format("ld.global.u32 %r{0}, [%a+{1}]; add.u32 %r8, %r{0}, {0}; st.shared.u32 [s], %r8;\n",
                        k, 4 * k);
  const auto registers = [&](const CodeGeneration& code) {
    const std::string text = one_kernel_text(".param .u32 out", body + "ret;", 32);
    return ptx::load_module(text, "k.ptx", {.code_generation = code}).at(0).registers;
  };
  EXPECT_EQ(registers(ptx_2), registers(ptx_1)) << "though all six loads could go first";
}

}  // namespace
}  // namespace heddle::test::schedule_test
