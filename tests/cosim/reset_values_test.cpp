// SPDX-License-Identifier: Apache-2.0
// In reset every pin of an output beat is zero, its payload included: RTL that keeps a payload through a
// reset differs.
#include "tests/cosim/broken_rtl.hpp"

namespace heddle::reset_values_test {
namespace {

struct Kept {
  std::string block, path, original, replacement, complaint;
};
void PrintTo(const Kept& k, std::ostream* out) { *out << k.block; }

class ResetValues : public testing::TestWithParam<Kept> {};

TEST_P(ResetValues, APayloadThatOutlivesAResetIsFound) {
  const Kept& k = GetParam();
  const BrokenRtl rtl(k.path, k.original, k.replacement);
  const CosimResult r = cosimulate({rtl.request(k.block)}).at(0);
  ASSERT_FALSE(r.passed());
  EXPECT_NE(text_of(r).find(k.complaint + " is not zero while rst_ni is low"), std::string::npos)
      << text_of(r);
}
INSTANTIATE_TEST_SUITE_P(Blocks, ResetValues,
                         testing::Values(Kept{"bdi_decompressor", "warped_compression/bdi_decompressor.sv",
                                              "rsp_data_o <= '0;", "rsp_data_o <= rsp_data_o;", "rsp_data_o"},
                                         Kept{"mov_injector", "register_file/mov_injector.sv",
                                              "issued_q ? 8'(last_q[5:2]) : '0", "8'(last_q[5:2])",
                                              "move_unit_o"}));

}  // namespace
}  // namespace heddle::reset_values_test
