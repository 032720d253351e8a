// SPDX-License-Identifier: Apache-2.0
// Workloads in the functional model of Warp Approximation (Wong2016): their counts and their errors.
#include <gtest/gtest.h>

#include <set>

#include "models/warp_approximation/functional/approximating_device.hpp"
#include "tb/workloads/workload.hpp"

namespace heddle::approximate::approximation_test {
namespace {

Marks unmarked(const ptx::Kernel& kernel, unsigned d) {
  return Marks(kernel.code.size(), Mark{.d = static_cast<std::uint8_t>(d)});
}

/// Marks all floating-point arithmetic except comparisons.
Marks mark_floats(const ptx::Kernel& kernel, unsigned d) {
  Marks marks = unmarked(kernel, d);
  for (std::size_t pc = 0; pc < marks.size(); ++pc) {
    const ptx::Operation o = kernel.code[pc].operation;
    const bool floats =
        (ptx::Operation::fp_add <= o && o <= ptx::Operation::fp_div) || o == ptx::Operation::special;
    marks[pc].approximate = floats && kernel.code[pc].predicate_count == 0;
  }
  return marks;
}

/// Marks arithmetic whose sources are texture fetches only, in code without branches between.
Marks mark_texels(const ptx::Kernel& kernel, unsigned d) {
  Marks marks = unmarked(kernel, d);
  std::set<unsigned> texels;
  for (std::size_t pc = 0; pc < marks.size(); ++pc) {
    const ptx::Instruction& i = kernel.code[pc];
    bool of_texels = i.source_count != 0 && i.unit == ptx::Unit::sp;
    for (unsigned k = 0; k < i.source_count; ++k) of_texels &= texels.contains(i.sources[k]);
    marks[pc].approximate = of_texels;
    of_texels |= i.memory.space == ptx::Space::texture;
    for (unsigned k = 0; k < i.destination_count; ++k) {
      if (of_texels)
        texels.insert(i.destinations[k]);
      else
        texels.erase(i.destinations[k]);
    }
  }
  return marks;
}

struct Outcome {
  Counts counts;
  WorkloadResult result;
};

using MarkAt = Marks (*)(const ptx::Kernel&, unsigned d);

Outcome at(const std::string& workload, MarkAt mark, unsigned d, const Parameters& parameters = {}) {
  FunctionalDevice inner;
  ApproximatingDevice device(inner, parameters, [=](const ptx::Kernel& k) { return mark(k, d); });
  Outcome o;
  o.result = Registry<Workload>::instance().find(workload).run(device, {.small = true});
  o.counts = device.counts();
  EXPECT_EQ(o.counts.instructions, inner.warp_instructions());
  return o;
}

class EveryWorkload : public testing::TestWithParam<std::string> {};

/// The values of the banks are checked at each instruction, and the results by the workload.
TEST_P(EveryWorkload, LosesNothingWhereNothingIsMarked) {
  for (const bool single : {false, true}) {
    const Outcome o = at(GetParam(), unmarked, 4, {.single_bit = single, .keep_unwritten = !single});
    EXPECT_TRUE(o.result.passed()) << o.result.first;
    EXPECT_EQ(o.counts.marked, 0u);
    EXPECT_EQ(o.counts.representative, 0u);
  }
}

INSTANTIATE_TEST_SUITE_P(All, EveryWorkload, testing::ValuesIn(Registry<Workload>::instance().names()),
                         [](const auto& info) { return info.param; });

struct Approximable {
  std::string name;
  MarkAt mark;
};
class Approximated : public testing::TestWithParam<Approximable> {};

TEST_P(Approximated, IsExactAtZeroAndNotAtTwentyThree) {
  const auto& [name, mark] = GetParam();
  const Outcome exact = at(name, mark, 0);
  EXPECT_TRUE(exact.result.passed()) << exact.result.first;
  const Outcome approximated = at(name, mark, 23);
  EXPECT_FALSE(approximated.result.passed());
  EXPECT_GT(approximated.counts.representative, exact.counts.representative);
}

TEST_P(Approximated, CountsAgreeWithEachOther) {
  const auto& [name, mark] = GetParam();
  for (const unsigned d : {0u, 4u, 23u}) {
    const Counts c = at(name, mark, d).counts;
    EXPECT_GT(c.marked, 0u);
    EXPECT_GT(c.instructions, c.marked);
    EXPECT_LE(c.representative, c.marked_operands.similar(d));
    EXPECT_LE(c.bypassed, c.representative);
    EXPECT_LE(c.marked_operands.similar(31), c.marked);
    EXPECT_LE(c.marked_operands.similar(d), c.operands.similar(d));
  }
}

/// The cost of a join: a register that no path has written need not be expanded, and stays similar.
TEST(Approximation, KeepingUnwrittenRegistersSavesMovesAndFindsMoreRepresentatives) {
  const Counts cleared = at("hotspot", mark_floats, 6).counts;
  const Counts kept = at("hotspot", mark_floats, 6, {.keep_unwritten = true}).counts;
  const auto join = static_cast<unsigned>(Move::Cause::join);
  EXPECT_EQ(kept.instructions, cleared.instructions);
  EXPECT_LT(kept.moves[join], cleared.moves[join] / 2);
  EXPECT_GE(kept.representative, cleared.representative);
}

INSTANTIATE_TEST_SUITE_P(Two, Approximated,
                         testing::Values(Approximable{"hotspot", mark_floats},
                                         Approximable{"sobel", mark_texels}),
                         [](const auto& info) { return info.param.name; });

}  // namespace
}  // namespace heddle::approximate::approximation_test
