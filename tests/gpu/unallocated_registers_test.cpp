// SPDX-License-Identifier: Apache-2.0
// Registers that no CTA has: those that are left when as many CTAs are resident as fit, in each cycle.
#include <gtest/gtest.h>

#include "tests/gpu/in_child.hpp"
#include "tests/gpu/ptx_run.hpp"
#include "tests/memory/toy_edges.hpp"

namespace heddle::unallocated_registers_test {
namespace {

TEST(UnallocatedRegisters, AreWhatTheCtasThatFitLeave) {
  for (const auto& [technique, own] : {std::pair{"", 0u}, std::pair{"caba", 10u}}) {
    const auto found = in_child(3, [technique = technique] {
      GpuConfig config = PtxRun::one_sm();
      config.l2 = whole_lines(config.l2);
      PtxRun run("st.global.u32 [%rd1], %r0;", technique, config);
      run.run(256, 1);  // 8 warps a CTA: 6 CTAs of 48 warps fit, or as many as have registers
      return std::vector<double>{run.stats.number("unallocated_registers"), run.cycles(),
                                 static_cast<double>(run.kernel.registers)};
    });
    const unsigned of_cta = 8 * (static_cast<unsigned>(found[2]) + own);
    const unsigned ctas = std::min(6u, 1024 / of_cta);
    EXPECT_EQ(found[0], (1024 - ctas * of_cta) * found[1]) << technique;
  }
}

}  // namespace
}  // namespace heddle::unallocated_registers_test
