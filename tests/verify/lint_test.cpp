// SPDX-License-Identifier: Apache-2.0
// The tools that read RTL find what they are for.
#include "tb/verify/lint.hpp"

#include <gtest/gtest.h>

#include <string>

#include "models/base/scratch_folder.hpp"
#include "tb/estimate/tools.hpp"
#include "tests/verify/prepared.hpp"

namespace heddle::verify::lint_test {
namespace {

class Lint : public WithTools {
 protected:
  /// A module `m` with the inputs a and b, the output o and this text.
  RtlSource module(const std::string& text) {
    const auto file = folder_.path() / "m.sv";
    estimate::write_file(
        file, "module m (input logic a, input logic b, output logic o);\n" + text + "\nendmodule\n");
    return {.block = "m", .file = file, .folders = {folder_.path()}};
  }

 private:
  ScratchFolder folder_;
};

TEST_F(Lint, HasNothingToSayOfAnAndGate) {
  const RtlSource source = module("assign o = a & b;");
  EXPECT_EQ(lint(source), "");
  EXPECT_EQ(synthesis_problems(source), "");
}

TEST_F(Lint, FindsALatch) {
  const RtlSource source = module("always_comb if (a) o = b;");
  EXPECT_NE(lint(source).find("LATCH"), std::string::npos) << lint(source);
  EXPECT_NE(synthesis_problems(source).find("ERROR"), std::string::npos);
}

TEST_F(Lint, FindsALoopOfGates) {
  const RtlSource source = module("logic c, d;\nassign c = a & d;\nassign d = b | c;\nassign o = d;");
  EXPECT_NE(lint(source).find("UNOPTFLAT"), std::string::npos) << lint(source);
  EXPECT_NE(synthesis_problems(source).find("ERROR"), std::string::npos);
}

TEST_F(Lint, FindsANetWithoutADriver) {
  const RtlSource source = module("logic c;\nassign o = a & b & c;");
  EXPECT_NE(lint(source).find("UNDRIVEN"), std::string::npos) << lint(source);
  EXPECT_NE(synthesis_problems(source).find("ERROR"), std::string::npos);
}

TEST_F(Lint, FindsAnInputThatIsNotUsed) {
  RtlSource source = module("assign o = a;");
  EXPECT_NE(lint(source).find("UNUSED"), std::string::npos) << lint(source);
  source.users = true;
  EXPECT_EQ(lint(source), "") << "the style of a user's RTL is the user's";
}

TEST_F(Lint, FindsWhatIsNoVerilog) {
  const RtlSource source = module("this is not");
  EXPECT_NE(lint(source).find("%Error"), std::string::npos);
  EXPECT_NE(synthesis_problems(source).find("ERROR"), std::string::npos);
}

}  // namespace
}  // namespace heddle::verify::lint_test
