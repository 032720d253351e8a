// SPDX-License-Identifier: Apache-2.0
// Threads with more registers than Fermi's 63.
#include <gtest/gtest.h>

#include "models/base/error.hpp"
#include "models/host/functional_device.hpp"
#include "tests/gpu/in_child.hpp"
#include "tests/gpu/ptx_run.hpp"
#include "tests/memory/toy_edges.hpp"

namespace heddle::many_registers_test {
namespace {

constexpr unsigned values = 240, threads = 64;

/// Loads 240 values, in divergent halves of each warp, and uses them in the reverse order, so that all are
/// live at the same time.
std::string text() {
  std::string body;
  for (unsigned k = 0; k < values; ++k)
    body += fmt::format("{}ld.global.u32 %v{}, [%at+{}];\n", k % 3 == 2 ? "@%odd " : "", k, 4 * k);
  body += "@%odd bra BEHIND;\n";
  for (unsigned k = 2; k < values; k += 3) body += fmt::format("add.u32 %v{}, %v{}, %t;\n", k, k - 1);
  body += "BEHIND:\nmov.u32 %sum, 0;\n";
  for (unsigned k = values; k-- > 0;) body += fmt::format("mad.lo.u32 %sum, %sum, 31, %v{};\n", k);
  return ".version 6.0\n.target sm_50\n.address_size 64\n.visible .entry k(.param .u64 out) {\n"
         ".reg .b32 %v<240>, %t, %bit, %sum; .reg .b64 %at, %own; .reg .pred %odd;\n"
         "ld.param.u64 %at, [out];\nmov.u32 %t, %tid.x;\nmul.wide.u32 %own, %t, 4;\n"
         "add.u64 %own, %at, %own;\nand.b32 %bit, %t, 1;\nsetp.ne.u32 %odd, %bit, 0;\n" +
         body + "st.global.u32 [%own+960], %sum;\nret;\n}\n";
}

std::vector<std::uint32_t> content() {
  std::vector<std::uint32_t> words(values + threads);
  for (unsigned k = 0; k < values; ++k) words[k] = 0x9e3779b9u * (k + 1);
  return words;
}

std::uint32_t expected(unsigned thread) {
  const auto in = content();
  std::uint32_t sum = 0;
  for (unsigned k = values; k-- > 0;)
    sum = 31 * sum + (k % 3 == 2 && thread % 2 == 0 ? in[k - 1] + thread : in[k]);
  return sum;
}

std::vector<double> differences(Device& device, const ptx::Kernel& kernel) {
  const DevicePointer buffer = device.upload(content());
  device.launch_with(kernel, {1}, {threads}, buffer);
  const auto out = device.download<std::uint32_t>(buffer, values + threads);
  double wrong = 0;
  for (unsigned t = 0; t < threads; ++t) wrong += out[values + t] != expected(t);
  return {wrong};
}

ptx::Kernel compiled(unsigned registers) {
  return ptx::load_module(text(), "k.ptx", {.max_registers = registers}).front();
}

TEST(ManyRegisters, SpillWhereThereAreFewer) {
  EXPECT_EQ(compiled(63).registers, 63u);
  EXPECT_GT(compiled(63).spilled_registers, 150u);
  EXPECT_GT(compiled(255).registers, 240u);
  EXPECT_EQ(compiled(255).spilled_registers, 0u);
  for (const unsigned limit : {63u, 255u}) {
    FunctionalDevice device;
    EXPECT_EQ(differences(device, compiled(limit))[0], 0) << limit;
  }
}

TEST(ManyRegisters, RunBesideTechniques) {
  for (const char* technique : {"", "warped_compression", "caba", "line_compression", "lane_power_gating",
                                "warped_compression,caba"}) {
    const auto found = in_child(1, [technique] {
      GpuConfig config = PtxRun::one_sm();
      config.l2 = whole_lines(config.l2);
      config.sm.registers_per_thread = 255;
      StatGroup stats;
      SimulatedGpu gpu(config, techniques_of(technique), nullptr, stats);
      return differences(gpu, compiled(255));
    });
    EXPECT_EQ(found[0], 0) << technique;
  }
}

/// Tables whose entries are Fermi's 63 registers.
TEST(ManyRegisters, AreRefusedByTablesOfFewer) {
  for (const char* technique : {"register_virtualization", "warp_approximation"}) {
    GpuConfig config = PtxRun::one_sm();
    config.sm.registers_per_thread = 255;
    try {
      for (const auto& t : techniques_of(technique)) t->adapt(config.sm);
      ADD_FAILURE() << technique;
    } catch (const Error& e) {
      EXPECT_NE(e.problem().what.find("sm.registers_per_thread"), std::string::npos) << e.what();
      EXPECT_EQ(e.problem().legal, "8 to 63");
    }
  }
}

}  // namespace
}  // namespace heddle::many_registers_test
