// SPDX-License-Identifier: Apache-2.0
// One lane is read and executed where it can represent all: alone, under tandem execution, and beside other
// techniques.
#include "tests/gpu/hooks/representative_lane.hpp"

#include "tests/gpu/checked_workload.hpp"
#include "tests/tandem/checked.hpp"

namespace heddle::representative_lane_test {
namespace {

/// 40 additions and multiplications of values that are equal in all lanes, and then one of values that
/// differ.
const std::string body = "mov.u32 %r2, 7;\n" + looped("add.u32 %r2, %r2, 3;\nmul.lo.u32 %r2, %r2, 5;\n", 20) +
                         "add.u32 %r1, %r0, %r2;\n" + store_r1;

std::vector<double> run_with(const Techniques& techniques) {
  return in_child(6, [&] {
    PtxRun run(body, techniques, PtxRun::one_sm());
    const auto out = run.run(64, 64);
    double sum = 0;
    for (const auto v : out) sum += v;
    const auto lanes = [&](const char* name) { return run.sm(fmt::format("lane_operations.{}", name)); };
    return std::vector{sum,
                       run.sm("thread_instructions"),
                       lanes("integer") + lanes("integer_multiply"),
                       run.sm("register_file.bank_reads"),
                       run.sm("register_file.read_slices"),
                       run.sm("register_file.bank_writes")};
  });
}

TEST(RepresentativeLane, ExecutesAndReadsLessAndChangesNoResult) {
  const auto without = run_with({}), with = run_with({representative()});
  EXPECT_EQ(with[0], without[0]);
  EXPECT_EQ(with[1], without[1]);      // the program's instructions are the same
  EXPECT_LT(with[2], without[2] / 4);  // executed lanes
  EXPECT_LT(with[3], without[3] / 2);  // one bank of eight, where one lane is read
  EXPECT_LT(with[4], without[4] / 4);  // one slice of 32
  EXPECT_EQ(without[4], 4 * without[3]);
  EXPECT_EQ(with[5], without[5]);  // the result is written to all lanes
}

TEST(RepresentativeLane, AgreesWithTandemExecution) {
  Checked c(body, {representative()});
  EXPECT_EQ(c.failure(64), "");
  c.gpu.gpu().settle();
  EXPECT_GT(c.stats.number("sm0.toy.representatives"), 50);
}

/// A compressed register is read with all its banks, whatever lanes are wanted; and a renamed register has
/// another number.
TEST(RepresentativeLane, WorksBesideOtherTechniques) {
  Techniques all = techniques_of("warped_compression,register_virtualization");
  all.push_back(representative());
  Checked c(body, all);
  EXPECT_EQ(c.failure(64), "");
}

/// Lanes of an assist warp access elements of the line by their number, whatever their registers hold.
TEST(RepresentativeLane, HasNoPartInAccessesToLines) {
  Techniques all = techniques_of("caba", {"caba.pending_stores=16"});
  all.push_back(representative());
  GpuConfig config = PtxRun::one_sm();
  config.l2.fetch = L2Fetch::line;
  config.l2.write_miss = L2WriteMiss::fetch;
  PtxRun run(
      "shl.b32 %r2, %r0, 2; cvt.u64.u32 %rd2, %r2; add.u64 %rd1, %rd1, %rd2; add.u32 %r1, %r0, 100000;"
      "st.global.u32 [%rd1], %r1; membar.gl; ld.volatile.global.u32 %r3, [%rd1]; add.u32 %r3, %r3, 1;"
      "st.global.u32 [%rd1], %r3;",
      all, config);
  const auto out = run.run(512, 512);
  for (unsigned t = 0; t < 512; ++t) EXPECT_EQ(out[t], t + 100'001) << t;
  EXPECT_GT(run.sm("line.line_accesses"), 0);
}

TEST(RepresentativeLane, AgreesOnAllWorkloads) {
  for (const std::string& name : Registry<Workload>::instance().names()) {
    SCOPED_TRACE(name);
    const CheckedWorkload found = checked_workload(name, PtxRun::one_sm(), {representative()});
    EXPECT_EQ(found.mismatches, 0);
    EXPECT_GT(found.instructions, 0);
  }
}

/// A lane cannot represent the others where the result depends on which lanes take part.
TEST(RepresentativeLane, IsNotAskedForWhatDependsOnOtherLanes) {
  Checked c("activemask.b32 %r1;\n" + store_r1, {representative()});
  EXPECT_EQ(c.failure(64), "");
}

/// The control: where values differ between lanes, the representative's result is wrong for the others.
TEST(RepresentativeLane, ThatDoesNotRepresentTheOthersSpoilsTheResult) {
  Checked c(body, {representative(LaneFault::takes_all_for_same)});
  EXPECT_NE(c.failure(64), "");
}

TEST(RepresentativeLane, ThatIsNotExecutedIsRefused) {
  Checked c(body, {representative(LaneFault::executes_another_lane)});
  expect_in(c.failure(64), {"LaneSelector", "executed 00000002", "broadcast 0"});
}

TEST(RepresentativeLane, ThatIsNotReadIsRefused) {
  Checked c(body, {representative(LaneFault::reads_another_lane)});
  expect_in(c.failure(64), {"LaneSelector", "read 80000000, executed 00000001"});
}

}  // namespace
}  // namespace heddle::representative_lane_test
