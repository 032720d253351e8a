// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include "tb/fuzz/run/draw_case.hpp"
#include "tb/fuzz/run/machine_run.hpp"
#include "tb/run/platform.hpp"
#include "tests/gpu/hooks/encoded_lines.hpp"
#include "tests/gpu/hooks/representative_lane.hpp"

namespace heddle::machines_test {
namespace {

/// Random kernels of fixed seeds on random machines under tandem execution. `heddle fuzz --seed SEED --first
/// NUMBER --kernels 1` repeats one that fails, and shrinks it.
class RandomKernels : public testing::TestWithParam<std::uint64_t> {};

/// Runs fifteen kernels of the seed on the machines of this choice, with these techniques and settings added;
/// at least `least` of the runs are not refused.
void expect_right(std::uint64_t seed, const fuzz::MachineChoice& choice, std::size_t least,
                  const std::vector<std::string>& techniques = {},
                  const std::vector<std::string>& assignments = {}) {
  std::size_t runs = 0;
  for (std::uint64_t n = 0; n < 15; ++n) {
    fuzz::Case c = fuzz::draw_case(seed, n, choice);
    for (fuzz::Machine& m : c.machines) {
      m.techniques.insert(m.techniques.end(), techniques.begin(), techniques.end());
      m.assignments.insert(m.assignments.end(), assignments.begin(), assignments.end());
    }
    const auto r =
        fuzz::check(c, [&](const auto& kernel, const std::string& ptx, const fuzz::Machine& machine) {
          ++runs;
          return run_machine_apart(kernel, ptx, machine, 120);
        });
    EXPECT_FALSE(r.failed()) << "seed " << seed << ", kernel " << n << ": " << name_of(r.verdict) << ": "
                             << r.text
                             << (r.machine < c.machines.size() ? "\n  " + options_of(c.machines[r.machine])
                                                               : "");
    runs -= r.refused;
  }
  EXPECT_GE(runs, least);
}

/// On drawn machines, of which many have techniques that exclude these.
void expect_right(std::uint64_t seed, const std::vector<std::string>& techniques,
                  const std::vector<std::string>& assignments = {}) {
  expect_right(seed, {.rtl_one_in = 0}, 5, techniques, assignments);
}

TEST_P(RandomKernels, ComputeWhatTheScalarInterpreterDoes) {
  expect_right(GetParam(), {.rtl_one_in = 0}, 10);
}
INSTANTIATE_TEST_SUITE_P(Seeds, RandomKernels, testing::Values(1, 2, 3, 4));

/// The same, with one lane executed for all lanes that compute the same.
class RandomKernelsByLane : public testing::TestWithParam<std::uint64_t> {};

const Registration<TechniqueEntry> representative_lane{TechniqueEntry{
    "representative_lane", "for this test", {}, [](const ConfigTree&) { return representative(); }}};

TEST_P(RandomKernelsByLane, ComputeWhatTheScalarInterpreterDoes) {
  expect_right(GetParam(), {"representative_lane"});
}
INSTANTIATE_TEST_SUITE_P(Seeds, RandomKernelsByLane, testing::Values(11, 13, 14));

/// The same, with memory lines encoded at all three places and metadata read for each access.
class RandomKernelsOfEncodedLines : public testing::TestWithParam<std::uint64_t> {};

const Registration<TechniqueEntry> encoded_lines{
    TechniqueEntry{"encoded_lines", "for this test", {}, [](const ConfigTree&) {
                     return std::make_shared<EncodedLines>(EncodedLines::Choice{
                         "all", {EdgePlace::sm, EdgePlace::l2, EdgePlace::controller}, true});
                   }}};

TEST_P(RandomKernelsOfEncodedLines, ComputeWhatTheScalarInterpreterDoes) {
  expect_right(GetParam(), {"encoded_lines"}, {"l2.fetch=line", "l2.write_miss=fetch"});
}
INSTANTIATE_TEST_SUITE_P(Seeds, RandomKernelsOfEncodedLines, testing::Values(8, 9, 10));

/// The same, with lines compressed by blocks, in DRAM only and from the SMs down.
class RandomKernelsOfCompressedLines : public testing::TestWithParam<std::uint64_t> {};

TEST_P(RandomKernelsOfCompressedLines, ComputeWhatTheScalarInterpreterDoes) {
  const char* where = GetParam() % 2 == 0 ? "line_compression.where=sm" : "line_compression.where=controller";
  expect_right(GetParam(), {"line_compression"}, {where, "l2.fetch=line", "l2.write_miss=fetch"});
}
INSTANTIATE_TEST_SUITE_P(Seeds, RandomKernelsOfCompressedLines, testing::Values(120, 121, 122));

/// Approximated values among compressed and renamed registers, in a file of which warps are spilled. The
/// seeds find a spilled scalar that is broadcast, or encoded, on its way (ScalarRegisters).
class RandomKernelsComposed : public testing::TestWithParam<std::uint64_t> {};

TEST_P(RandomKernelsComposed, ComputeWhatTheFunctionalModelDoes) {
  const fuzz::Machine machine{
      .techniques = {"warped_compression", "warp_approximation", "register_virtualization"},
      .assignments = {"register_virtualization.registers=128", "warp_approximation.level=6"}};
  expect_right(GetParam(), {.pinned = true, .fixed = machine}, 8);
}
INSTANTIATE_TEST_SUITE_P(Seeds, RandomKernelsComposed, testing::Values(111, 112, 113));

/// Lines compressed by assist warps, whose registers follow those of the program: beside approximated values
/// (the seeds have kernels with more than 48 registers) and among compressed registers.
class RandomKernelsWithAssistWarps : public testing::TestWithParam<std::uint64_t> {};

TEST_P(RandomKernelsWithAssistWarps, ComputeWhatTheFunctionalModelDoes) {
  const char* other = GetParam() % 2 == 0 ? "warp_approximation" : "warped_compression";
  const fuzz::Machine machine{
      .techniques = {"caba", other},
      .assignments = {"caba.what=cpack", "caba.controller.entries=3", "warp_approximation.level=0",
                      "l2.fetch=line", "l2.write_miss=fetch"}};
  expect_right(GetParam(), {.pinned = true, .fixed = machine}, 8);
}
INSTANTIATE_TEST_SUITE_P(Seeds, RandomKernelsWithAssistWarps, testing::Values(140, 141));

/// Where the power gate is drawn as RTL, the machine gates its register banks.
TEST(DrawnMachines, HaveTheBlockThatIsToBeRtl) {
  Random random(11);
  unsigned of_gates = 0;
  for (unsigned n = 0; n < 1000; ++n) {
    const fuzz::Machine m = fuzz::draw_machine(random, {.rtl_one_in = 1});
    if (m.rtl != "power_gate") continue;
    try {
      const Platform p =
          resolve_platform({.gpu = m.gpu, .techniques = m.techniques, .assignments = m.assignments});
      ++of_gates;
      EXPECT_TRUE(adapted(p.gpu.sm, p.techniques).power_gating) << "seed 11: " << options_of(m);
    } catch (const Error&) {
      // The machine does not exist; a campaign counts it as refused.
    }
  }
  EXPECT_GT(of_gates, 5u);
}

}  // namespace
}  // namespace heddle::machines_test
