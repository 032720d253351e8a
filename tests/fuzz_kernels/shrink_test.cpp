// SPDX-License-Identifier: Apache-2.0
#include "tb/fuzz/run/shrink.hpp"

#include <gtest/gtest.h>

#include <algorithm>

#include "tb/fuzz/forms/forms.hpp"
#include "tb/fuzz/run/draw_case.hpp"

namespace heddle::fuzz::shrink_test {
namespace {

bool compares_doubles(const std::vector<Statement>& statements) {
  return std::any_of(statements.begin(), statements.end(), [](const Statement& s) {
    return (s.kind == Statement::Kind::compute && s.form->text.starts_with("setp.") &&
            s.form->text.ends_with(".f64")) ||
           compares_doubles(s.body) || compares_doubles(s.otherwise);
  });
}

TEST(Shrink, APlantedFailureBecomesAFewStatements) {
  const auto no_machine = [](const KernelTree&, const std::string&, const Machine&) {
    return MachineRun{.refused = true, .after = {}};
  };
  unsigned tried = 0;
  for (std::uint64_t n = 0; tried < 4 && n < 100; ++n) {
    const Case c = draw_case(5, n, {});
    if (!compares_doubles(c.kernel.body)) continue;
    ++tried;
    // A kernel "fails" when it is valid and compares doubles.
    const auto fails = [&](const Case& each) {
      return compares_doubles(each.kernel.body) && check(each, no_machine).verdict == Verdict::passed;
    };
    const Shrunk s = shrink(c, fails, {.attempts = 3000, .seconds = 60});
    EXPECT_TRUE(fails(s.c));
    EXPECT_LE(count_statements(s.c.kernel), 8u) << "kernel " << n << " of " << count_statements(c.kernel);
    EXPECT_LE(s.c.kernel.shape.all_threads(), 32u);
    EXPECT_TRUE(s.c.machines.at(0).assignments.empty());
    EXPECT_TRUE(s.c.machines.at(0).techniques.empty());
  }
  EXPECT_EQ(tried, 4u);
}

}  // namespace
}  // namespace heddle::fuzz::shrink_test
