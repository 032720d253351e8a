// SPDX-License-Identifier: Apache-2.0
// Device memory of which the simulation holds only what is touched.
#include <gtest/gtest.h>

#include "tests/gpu/ptx_run.hpp"

namespace heddle::large_memory_test {
namespace {

TEST(LargeMemory, BothEndsOfHundredsOfGibibytes) {
  GpuConfig config = PtxRun::one_sm();
  config.memory_mib = 1 << 20;
  PtxRun run("add.u32 %r1, %r0, 7;\nst.global.u32 [%rd1], %r1;\n", "", config);
  const std::uint64_t bytes = std::uint64_t{700} << 30;
  const DevicePointer big = run.gpu.allocate(bytes), second = run.gpu.allocate(std::uint64_t{324} << 30);
  EXPECT_GE(second, MemoryMap::own_end);
  for (const DevicePointer at : {big, big + bytes - 4, second}) {
    run.gpu.launch_with(run.kernel, {1}, {1}, at);
    EXPECT_EQ(run.gpu.download<std::uint32_t>(at, 1)[0], 7u);
  }
  EXPECT_EQ(run.gpu.download<std::uint32_t>(big + bytes / 2, 1)[0], 0u);
}

}  // namespace
}  // namespace heddle::large_memory_test
