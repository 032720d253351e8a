// SPDX-License-Identifier: Apache-2.0
// Registers by name, of kernels as they have been compiled.
#include "models/ptx/register_table.hpp"

#include <gtest/gtest.h>

#include "models/ptx/load.hpp"
#include "tests/ptx/one_kernel.hpp"

namespace heddle::test::register_table_test {
namespace {

TEST(RegisterTable, IsThatOfTheCodeForStackAndThreads) {
  ptx::PtxModule module(
      one_kernel_text("",
                      ".reg .b32 %r<2>; mov.u32 %r0, 7; bar.warp.sync 0xffffffff; mov.u32 %r1, %r0; ret;"),
      "k.ptx");
  for (const auto divergence : {ptx::Divergence::stack, ptx::Divergence::threads}) {
    const ptx::Kernel kernel = module.compile("k", {.divergence = divergence});
    const ptx::RegisterTable table = ptx::register_table(kernel);
    EXPECT_EQ(ptx::register_of(table, "%r0", kernel).live.size(), kernel.code.size());
  }
}

}  // namespace
}  // namespace heddle::test::register_table_test
