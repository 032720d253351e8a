// SPDX-License-Identifier: Apache-2.0
#include "models/ptx/flow/kernel_analysis.hpp"

#include <gtest/gtest.h>

#include "models/ptx/flow/kernel_drawing.hpp"
#include "tests/ptx/one_kernel.hpp"

namespace heddle::test::kernel_analysis_test {
namespace {

TEST(KernelAnalysis, CountsBlocksLoopsAccessesAndLiveRegisters) {
  const ptx::Kernel kernel = one_kernel(".param .u64 a", R"(
    .reg .b64 %a; .reg .b32 %i, %j, %s, %v; .reg .pred %p;
    ld.param.u64 %a, [a]; mov.u32 %i, 0; mov.u32 %s, 0;
  Outer: mov.u32 %j, 0;
  Inner: ld.global.u32 %v, [%a]; add.u32 %s, %s, %v; add.u32 %j, %j, 1;
    setp.lt.u32 %p, %j, 4; @%p bra Inner;
    add.u32 %i, %i, 1; setp.lt.u32 %p, %i, 3; @%p bra Outer;
    bar.sync 0; st.global.u32 [%a], %s; ret;)");
  const ptx::KernelAnalysis a = ptx::analyse(kernel);
  EXPECT_EQ(a.blocks.size(), 5u);
  EXPECT_EQ(a.loops, 2u);
  EXPECT_EQ(a.branches, 2u);
  EXPECT_EQ(a.barriers, 1u);
  EXPECT_EQ(a.loads, 1u);
  EXPECT_EQ(a.stores, 1u);
  std::vector<std::uint32_t> depth;
  for (const ptx::CodeBlock& b : a.blocks) depth.push_back(b.loops);
  EXPECT_EQ(depth, (std::vector<std::uint32_t>{0, 1, 2, 1, 0}));
  EXPECT_EQ(a.max_live, 6u);  // the address takes two; i, s, j and v
  EXPECT_EQ(kernel.registers, 6u);
  EXPECT_FALSE(a.live.back().any());
}

TEST(KernelAnalysis, Drawings) {
  const ptx::Kernel kernel = one_kernel(".param .u32 n", R"(
    .reg .b32 %r; .reg .pred %p; .reg .b64 %z; mov.u64 %z, 268435456;
    ld.param.u32 %r, [n]; setp.eq.u32 %p, %r, 0;
    @%p bra End;
    st.global.u32 [%z], %r;
  End: ret;)");
  const ptx::KernelAnalysis a = ptx::analyse(kernel);
  const std::string graph = ptx::control_flow_graph(kernel, a);
  EXPECT_NE(graph.find("B0 -> B2 [style=solid, label=\"taken\"]"), std::string::npos) << graph;
  EXPECT_NE(graph.find("B0 -> B1"), std::string::npos);
  EXPECT_NE(graph.find("@%p bra End;"), std::string::npos);
  const std::string chart = ptx::live_chart(kernel, a);
  EXPECT_NE(chart.find("    9    0  +++ "), std::string::npos) << chart;  // the store is the last read of all
}

}  // namespace
}  // namespace heddle::test::kernel_analysis_test
