// SPDX-License-Identifier: Apache-2.0
// Reset is asynchronous: RTL that resets only at clock edges differs.
#include "tests/cosim/broken_rtl.hpp"

namespace heddle::reset_edges_test {
namespace {

struct Synchronous {
  std::string block, path, top;
};
void PrintTo(const Synchronous& s, std::ostream* out) { *out << s.block; }

class ResetEdges : public testing::TestWithParam<Synchronous> {};

TEST_P(ResetEdges, ASynchronousResetIsFound) {
  const auto& [block, path, top] = GetParam();
  const BrokenRtl rtl(path, "@(posedge clk_i or negedge rst_ni)", "@(posedge clk_i)", top);
  const CosimResult r = cosimulate({rtl.request(block)}).at(0);
  EXPECT_EQ(r.verdict, Verdict::differs) << text_of(r);
}
INSTANTIATE_TEST_SUITE_P(
    Blocks, ResetEdges,
    testing::Values(Synchronous{"bdi_decompressor", "warped_compression/bdi_decompressor.sv", ""},
                    Synchronous{"mov_injector", "register_file/mov_injector.sv", ""},
                    // Its outputs are levels, whose value in reset does not only depend on the reset.
                    Synchronous{"range_indicator_table", "warped_compression/range_indicator_row.sv",
                                "warped_compression/range_indicator_table.sv"},
                    Synchronous{"renaming_table", "register_virtualization/renaming_bank.sv",
                                "register_virtualization/renaming_table.sv"},
                    Synchronous{"renaming_table", "register_virtualization/rename_queue.sv",
                                "register_virtualization/renaming_table.sv"},
                    Synchronous{"renaming_table", "register_virtualization/renaming_table.sv", ""},
                    Synchronous{"renaming_table", "register_virtualization/granted_mapping.sv",
                                "register_virtualization/renaming_table.sv"},
                    Synchronous{"similar_register_table", "warp_approximation/similar_register.sv",
                                "warp_approximation/similar_register_table.sv"},
                    Synchronous{"thread_width_table", "warped_compression/thread_width_table.sv", ""}));

}  // namespace
}  // namespace heddle::reset_edges_test
