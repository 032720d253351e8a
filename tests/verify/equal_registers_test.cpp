// SPDX-License-Identifier: Apache-2.0
// Two instances that begin with equal registers stay equal: one step proves it, when the step shows it.
#include "tb/verify/equal_registers.hpp"

#include <fmt/format.h>

#include "models/base/scratch_folder.hpp"
#include "tb/estimate/tools.hpp"
#include "tb/verify/decide.hpp"
#include "tests/verify/prepared.hpp"

namespace heddle::verify::equal_registers_test {
namespace {

using EqualRegisters = WithTools;

/// Instance `a` has q, whose next value is x & y; `b` has `next`, and begins with `initial`. They differ when
/// q does.
ProofVerdict verdict(const std::string& next, int initial) {
  const ScratchFolder folder;
  const std::string blif = fmt::format(
      ".model m\n.inputs x y clk\n.outputs wrong\n.latch an $flatten\\a.q re clk 0\n.latch bn $flatten\\b.q "
      "re "
      "clk {}\n.names x y an\n11 1\n{}.names $flatten\\a.q $flatten\\b.q wrong\n10 1\n01 1\n.end\n",
      initial, next);
  estimate::write_file(folder.path() / "step.blif", step_from_equal_registers(blif));
  return combinationally_never_high(folder.path() / "step.blif", 60);
}

TEST_F(EqualRegisters, TheSameFunctionIsProven) {
  EXPECT_EQ(verdict(".names x y bn\n0- 0\n-0 0\n", 0), ProofVerdict::proven);
}

TEST_F(EqualRegisters, AnotherFunctionIsNot) {
  EXPECT_EQ(verdict(".names x y bn\n1- 1\n-1 1\n", 0), ProofVerdict::refuted);
}

TEST_F(EqualRegisters, AnotherBeginningIsNot) {
  EXPECT_EQ(verdict(".names x y bn\n11 1\n", 1), ProofVerdict::refuted);
}

}  // namespace
}  // namespace heddle::verify::equal_registers_test
