// SPDX-License-Identifier: Apache-2.0
// --rtl accepts blocks of the simulated machine, and no others.
#include <gtest/gtest.h>

#include "tests/cli/program.hpp"

namespace heddle::rtl_blocks_test {
namespace {

using Words = std::vector<std::string>;

struct Misfit {
  std::string name;
  Words machine;
  std::string block;
  Words said;
};
void PrintTo(const Misfit& m, std::ostream* out) { *out << m.name; }

class RtlThatTheMachineLacks : public testing::TestWithParam<Misfit> {
 protected:
  static Words command(Words words) {
    words.insert(words.end(), GetParam().machine.begin(), GetParam().machine.end());
    words.insert(words.end(), {"--rtl", "bank_arbiter," + GetParam().block});
    return words;
  }
  static Words said() {
    Words all{"command line: ", "has no such block", "'" + GetParam().block + "'", "legal: bank_arbiter"};
    all.insert(all.end(), GetParam().said.begin(), GetParam().said.end());
    return all;
  }
};

TEST_P(RtlThatTheMachineLacks, IsRefusedWithTheBlocksThatItHas) {
  expect_refused({}, command({"run", "vectoradd", "--small"}), said());
}
TEST_P(RtlThatTheMachineLacks, IsRefusedForRandomKernelsToo) {
  expect_refused({}, command({"fuzz", "--kernels", "1"}), said());
}

INSTANTIATE_TEST_SUITE_P(
    Cli, RtlThatTheMachineLacks,
    testing::Values(
        Misfit{"Plain", {}, "bdi_compressor", {"gtx480_lee2015 without techniques", "of warped_compression"}},
        Misfit{"OtherTechnique",
               {"--with", "register_virtualization"},
               "bdi_compressor",
               {"gtx480_lee2015 with register_virtualization", "release_decoder, "}},
        Misfit{"OtherPolicy",
               {"--with", "warped_compression", "--set", "warped_compression.divergence=thread"},
               "bdi_compressor",
               {"thread_compressor, thread_decompressor"}},
        Misfit{"PowerAlwaysOn",
               {"--with", "warped_compression", "--set", "sm.power_gating=false"},
               "power_gate",
               {"of register_file"}}),
    [](const auto& info) { return info.param.name; });

}  // namespace
}  // namespace heddle::rtl_blocks_test
