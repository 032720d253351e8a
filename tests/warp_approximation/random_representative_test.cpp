// SPDX-License-Identifier: Apache-2.0
// Random lanes represent their warps: results are those of some lane, and right where all lanes are equal.
// Tandem execution cannot follow them.
#include "tests/gpu/in_child.hpp"
#include "tests/tandem/checked.hpp"

namespace heddle::random_representative_test {
namespace {

const std::string at_random = "warp_approximation.representative=random";

/// Runs 64 threads without tandem execution. Returns their results, and last how many instructions one lane
/// executed for all.
std::vector<double> run(const std::string& body, const std::vector<std::string>& set) {
  return in_child(65, [&] {
    PtxRun run(body + store_r1, techniques_of("warp_approximation", set), PtxRun::one_sm());
    std::vector<double> all;
    for (const std::uint32_t word : run.run(64, 64)) all.push_back(word);
    all.push_back(run.sm("register_file.warp_approximation.representative_instructions"));
    return all;
  });
}

/// Each of the two warps gets the value of one of its lanes, which have four different ones.
TEST(RandomRepresentative, GivesTheValueOfSomeLane) {
  const auto out =
      run("and.b32 %r2, %r0, 3;\n.pragma \"heddle.approxBegin\";\nadd.u32 %r1, %r2, 100;\n.pragma "
          "\"heddle.approxEnd\";\n",
          {"warp_approximation.level=2", at_random});
  for (unsigned i = 0; i < 64; ++i) EXPECT_EQ(out[i], out[i / 32 * 32]) << i;
  for (const double value : {out[0], out[32]}) EXPECT_TRUE(value >= 100 && value <= 103) << value;
  EXPECT_NE(out[0], out[32]);  // the second choice is another one
  EXPECT_EQ(out[64], 2);
}

TEST(RandomRepresentative, OfEqualValuesChangesNothing) {
  const std::string diverging =
      "mov.u32 %r2, 7;\nmov.u32 %r3, 1;\nsetp.lt.u32 %p1, %r0, 40;\n@%p1 bra LOW;\n"
      "add.u32 %r3, %r2, 10;\nbra JOIN;\nLOW:\nadd.u32 %r3, %r2, 20;\nJOIN:\nadd.u32 %r1, %r3, %r2;\n";
  const auto out = run(diverging, {"warp_approximation.regions=kernel", at_random});
  for (unsigned i = 0; i < 64; ++i) EXPECT_EQ(out[i], i < 40 ? 34 : 24) << i;
  EXPECT_GT(out[64], 0);
}

TEST(RandomRepresentative, IsRefusedByTandemExecution) {
  try {
    Checked c("mov.u32 %r1, 7;\n" + store_r1, techniques_of("warp_approximation", {at_random}));
    c.run(64, 64);
    ADD_FAILURE() << "no error";
  } catch (const Error& e) {
    expect_in(e.what(), {"warp_approximation.representative", "random", "lowest, highest or middle"});
  }
}

}  // namespace
}  // namespace heddle::random_representative_test
