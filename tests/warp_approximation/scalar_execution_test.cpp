// SPDX-License-Identifier: Apache-2.0
// What stays exact and is the same in all lanes: one lane executes it, and a join keeps its scalars.
#include "models/warp_approximation/functional/operands.hpp"
#include "tb/run/platform.hpp"
#include "tests/gpu/in_child.hpp"
#include "tests/ptx/one_kernel.hpp"
#include "tests/tandem/checked.hpp"

namespace heddle::scalar_execution_test {
namespace {

ptx::Instruction compiled(const std::string& statement) {
  return test::one_kernel(
             ".param .b32 n",
             ".reg .b32 %a, %b, %c; .reg .f32 %f; .reg .b64 %x; .reg .pred %p, %q;\n" + statement)
      .code.at(0);
}

/// The compiler's part and the model that checks the machine decide apart from each other.
TEST(UniformOfEqualOperands, IsWhatComputesWithRegistersAlone) {
  for (const char* statement : {"add.s32 %a, %b, %c;", "mov.b32 %a, 7;", "mov.u32 %a, %ctaid.x;",
                                "setp.lt.s32 %p, %a, %b;", "add.cc.u32 %a, %b, %c;", "sin.approx.f32 %f, %f;",
                                "@%p add.s32 %a, %b, %c;", "mad.wide.u32 %x, %a, 4, %x;"}) {
    EXPECT_TRUE(uniform_of_equal_operands(compiled(statement))) << statement;
    EXPECT_TRUE(approximate::is_uniform_of_equal(compiled(statement))) << statement;
  }
  for (const char* statement :
       {"ld.global.b32 %a, [%x];", "st.global.b32 [%x], %a;", "atom.global.add.u32 %a, [%x], %b;",
        "selp.b32 %a, %b, %c, %p;", "addc.u32 %a, %b, %c;", "setp.lt.and.s32 %p, %a, %b, %q;",
        "mov.u32 %a, %tid.x;", "setp.lt.u32 %p, %a, %laneid;", "shfl.idx.b32 %a, %b, 0, 31;",
        "vote.ballot.b32 %a, %p;", "activemask.b32 %a;", "bar.sync 0;", "ret;", "membar.gl;"}) {
    EXPECT_FALSE(uniform_of_equal_operands(compiled(statement))) << statement;
    EXPECT_FALSE(approximate::is_uniform_of_equal(compiled(statement))) << statement;
  }
}

/// The output and some statistics of a run of 64 threads under tandem execution.
struct Outcome {
  std::vector<double> out;
  double representative, scalar, lane_operations, splits, joins;
};

Outcome run(const std::string& body, const std::vector<std::string>& set = {}) {
  const auto found = in_child(69, [&] {
    Checked c(body + store_r1, techniques_of("warp_approximation", set));
    std::vector<double> all;
    for (const std::uint32_t word : c.run(64, 64)) all.push_back(word);
    c.gpu.gpu().settle();
    for (const char* counter :
         {"register_file.warp_approximation.representative_instructions",
          "register_file.warp_approximation.scalar_instructions", "lane_operations.integer",
          "register_file.warp_approximation.moves.split", "register_file.warp_approximation.moves.join"})
      all.push_back(c.stats.number(std::string("sm0.") + counter));
    return all;
  });
  return {{found.begin(), found.begin() + 64}, found[64], found[65], found[66], found[67], found[68]};
}

constexpr const char *on_all_lanes = "warp_approximation.scalar_execution=false",
                     *join_expands = "warp_approximation.keep_unwritten=false";

/// No region is marked. The comparison of %r2 is executed by one lane, too, and its predicate goes to all
/// lanes.
TEST(ScalarExecution, OfWhatIsEqualTakesOneLaneOutsideOfRegions) {
  const std::string body = "mov.u32 %r2, 7;\n" +
                           looped("add.u32 %r2, %r2, 3;\nsetp.gt.u32 %p2, %r2, 20;\n", 20) +
                           "mov.u32 %r1, 0;\n@%p2 add.u32 %r1, %r0, %r2;\n";
  const Outcome one = run(body), all = run(body, {on_all_lanes});
  EXPECT_EQ(one.out, all.out);
  for (unsigned i = 0; i < 64; ++i) EXPECT_EQ(one.out[i], i + 67) << i;
  EXPECT_EQ(one.representative, 0);
  EXPECT_EQ(all.scalar, 0);
  EXPECT_GE(one.scalar, 2 * 40);  // of two warps
  EXPECT_LE(one.lane_operations, all.lane_operations - 2 * 40 * 31);
}

/// At any level: values that are only similar are no reason to execute once what must stay exact.
TEST(ScalarExecution, OfWhatIsOnlySimilarTakesAllLanes) {
  const Outcome o = run("and.b32 %r2, %r0, 3;\nadd.u32 %r1, %r2, 100;\n", {"warp_approximation.level=5"});
  for (unsigned i = 0; i < 64; ++i) EXPECT_EQ(o.out[i], 100 + i % 4) << i;
}

/// Lanes past the guard are not all of the path.
TEST(ScalarExecution, OfGuardedInstructionsTakesTheirLanes) {
  const Outcome o = run("mov.u32 %r1, 7;\nsetp.lt.u32 %p1, %r0, 40;\n@%p1 add.u32 %r1, %r1, 2;\n");
  for (unsigned i = 0; i < 64; ++i) EXPECT_EQ(o.out[i], i < 40 ? 9u : 7u) << i;
}

/// In each path its own representative executes.
const std::string diverging =
    "mov.u32 %r2, 7;\nmov.u32 %r3, 1;\nsetp.lt.u32 %p1, %r0, 40;\n@%p1 bra LOW;\n"
    "add.u32 %r3, %r2, 10;\nbra JOIN;\nLOW:\nadd.u32 %r3, %r2, 20;\nJOIN:\n";

TEST(KeptScalars, AJoinExpandsWhatAPathHasWritten) {
  const std::string body = diverging + "add.u32 %r1, %r3, %r2;\n";
  const Outcome kept = run(body), expanded = run(body, {join_expands});
  EXPECT_EQ(kept.out, expanded.out);
  for (unsigned i = 0; i < 64; ++i) EXPECT_EQ(kept.out[i], i < 40 ? 34u : 24u) << i;
  EXPECT_EQ(kept.joins, 2);  // %r3, once a path; the literal reading moves %r2 and others, too
  EXPECT_GE(expanded.joins, kept.joins + 2);
  EXPECT_EQ(kept.splits, expanded.splits);
}

TEST(KeptScalars, AreScalarsBehindTheJoin) {
  const std::string body = diverging + "add.u32 %r4, %r2, 1;\nadd.u32 %r1, %r3, %r4;\n";
  const Outcome kept = run(body), expanded = run(body, {join_expands});
  EXPECT_EQ(kept.out, expanded.out);
  EXPECT_EQ(kept.scalar, expanded.scalar + 1);  // the sum with %r2, in the warp that splits
}

/// Of a split with the same representatives the copies are there already, but for what was written since.
TEST(KeptScalars, AreNotCopiedAgainToTheSameLanes) {
  const auto twice = [](const std::string& between, const std::vector<std::string>& set) {
    return run(diverging + between +
                   "@%p1 bra LOW2;\nadd.u32 %r3, %r2, 1;\nbra JOIN2;\nLOW2:\n"
                   "add.u32 %r3, %r2, 2;\nJOIN2:\nadd.u32 %r1, %r3, %r2;\n",
               set);
  };
  const Outcome once = run(diverging + "add.u32 %r1, %r3, %r2;\n"), same = twice("", {}),
                written = twice("add.u32 %r2, %r2, 0;\n", {});
  EXPECT_EQ(same.splits, once.splits);
  EXPECT_EQ(written.splits, once.splits + 1);
  EXPECT_EQ(same.out, twice("", {join_expands}).out);
  EXPECT_EQ(written.out, same.out);
}

/// Other lanes represent the paths of the second split.
TEST(KeptScalars, AreCopiedToOtherRepresentatives) {
  const auto split_twice = [](const char* policy) {
    return run(diverging +
                   "setp.lt.u32 %p2, %r0, 50;\n@%p2 bra LOW2;\nadd.u32 %r3, %r2, 1;\nbra JOIN2;\nLOW2:\n"
                   "add.u32 %r3, %r2, 2;\nJOIN2:\nadd.u32 %r1, %r3, %r2;\n",
               {std::string("warp_approximation.representative=") + policy});
  };
  const Outcome once = run(diverging + "add.u32 %r1, %r3, %r2;\n");
  for (const char* policy : {"lowest", "highest", "middle"}) {
    const Outcome o = split_twice(policy);
    EXPECT_GT(o.splits, once.splits) << policy;
    for (unsigned i = 0; i < 64; ++i) EXPECT_EQ(o.out[i], i < 50 ? 16u : 15u) << policy << i;
  }
}

}  // namespace
}  // namespace heddle::scalar_execution_test
