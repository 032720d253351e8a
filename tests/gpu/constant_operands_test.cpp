// SPDX-License-Identifier: Apache-2.0
// Operands in the constant bank: an SM whose instructions have them (sm.isa).
#include <gtest/gtest.h>

#include "tests/gpu/in_child.hpp"

namespace heddle::constant_operands_test {
namespace {

GpuConfig fermi() {
  GpuConfig config = PtxRun::one_sm();
  config.sm.isa = ptx::InstructionSet::fermi;
  config.sm.optimize = 2;
  return config;
}

/// The lower half of the pointer parameter, plus the lane's number, goes to the buffer.
const std::string add_parameter =
    "ld.param.u32 %r1, [out];\nadd.u32 %r2, %r0, %r1;\nmul.wide.u32 %rd2, %r0, 4;\nadd.u64 %rd3, %rd1, "
    "%rd2;\n"
    "st.global.u32 [%rd3], %r2;";

TEST(ConstantOperands, AreReadWithoutALoad) {
  PtxRun run(add_parameter, "", fermi());
  const auto out = run.run(256, 256);
  for (std::uint32_t i = 0; i < 256; ++i)
    EXPECT_EQ(out[i], static_cast<std::uint32_t>(MemoryMap::first_address) + i);
  EXPECT_EQ(run.sm("load_store.constant_loads"), 0);
  EXPECT_EQ(run.sm("l1c.operands"), 2 * 8) << "an addition of 32 bits and one of 64 in each warp";
  EXPECT_EQ(run.sm("memory.constant.requests"), 1) << "all warps wait for the same line";
  EXPECT_EQ(run.sm("l1c.read_misses"), 1);
  EXPECT_EQ(run.sm("l1c.operand_misses"), 8) << "each warp's first one";
}

TEST(ConstantOperands, ComeOutOfTheConstantCache) {
  PtxRun run(add_parameter, "", fermi());
  bool seen = false;
  run.gpu.gpu().sm(0).port.taps().add([&](tlm::tlm_generic_payload& t, tlm::tlm_phase phase) {
    const auto* origin = t.get_extension<Origin>();
    if (phase != tlm::BEGIN_RESP || origin->client != Client::constant) return;
    seen = true;
    t.get_data_ptr()[4] ^= 0x40;  // a bit in the upper half of the pointer
  });
  EXPECT_THROW(run.run(1, 32), Error) << "the address was not spoiled";
  EXPECT_TRUE(seen);
}

TEST(ConstantOperands, ThatHitCostNoCycle) {
  const auto each = [](const char* operand) {
    return cycles_each(
        "ld.param.u32 %r1, [out];\nmov.u32 %r2, %tid.x;\n",
        [&](unsigned) { return std::string("add.u32 %r2, %r2, ") + operand + ";"; }, 32, fermi());
  };
  EXPECT_NEAR(each("%r1"), each("5"), 0.02);
}

TEST(ConstantOperands, FindTheirTurnWithTheLeastMissHandling) {
  GpuConfig config = fermi();
  config.sm.load_store.l1c.mshr_entries = 1;
  config.sm.load_store.l1c.mshr_merges = 1;
  config.sm.load_store.l1c.queue = 1;
  PtxRun run(add_parameter, "", config);
  const auto out = run.run(1024, 1024);
  for (std::uint32_t i = 0; i < 1024; ++i)
    ASSERT_EQ(out[i], static_cast<std::uint32_t>(MemoryMap::first_address) + i);
}

TEST(ConstantOperands, WaitingMayBeSleptThrough) {
  const auto numbers = [](bool skip) {
    return in_child(4, [&] {
      GpuConfig config = fermi();
      config.skip_idle_cycles = skip;
      PtxRun run(add_parameter, "", config);
      run.run(512, 512, 3);
      return std::vector{run.cycles(), run.sm("l1c.operand_misses"), run.sm("issue_slots.idle"),
                         run.sm("l1c.line_accesses")};
    });
  };
  EXPECT_EQ(numbers(true), numbers(false));
}

}  // namespace
}  // namespace heddle::constant_operands_test
