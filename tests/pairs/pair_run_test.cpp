// SPDX-License-Identifier: Apache-2.0
// What comes of a run: each verdict, by a program that is made to earn it.
#include "tb/pairs/pair_run.hpp"

#include <gtest/gtest.h>

#include <csignal>

#include "models/host/status.hpp"

namespace heddle::pairs::pair_run_test {
namespace {

RunRequest small(const std::string& workload, std::vector<std::string> set = {}) {
  RunRequest request{.target = workload, .platform = {.assignments = std::move(set)}, .check = true};
  request.workload.small = true;
  return request;
}

PairRun of_program(const std::function<WorkloadResult(Device&)>& program, unsigned seconds = 60) {
  RunRequest request{.target = "a program", .program = program};
  return run_pair(request, seconds);
}

TEST(PairRun, IsRight) {
  const PairRun r = run_pair(small("vectoradd"), 60);
  EXPECT_EQ(r.verdict, Verdict::right) << r.text;
}

TEST(PairRun, OfNoMachineIsRefused) {
  const PairRun r = run_pair(small("vectoradd", {"sm.scheduler=none"}), 60);
  EXPECT_EQ(r.verdict, Verdict::refused) << r.text;
  EXPECT_TRUE(r.machine);
}

TEST(PairRun, OfAKernelThatDoesNotFitIsRefused) {
  const PairRun r = run_pair(small("hotspot", {"sm.registers=64"}), 60);
  EXPECT_EQ(r.verdict, Verdict::refused) << r.text;
  EXPECT_FALSE(r.machine);
}

/// Live registers of the program go with no technique that maps them: the kernel is refused, not the machine.
TEST(PairRun, OfTechniquesThatDoNotGoWithAKernelIsRefused) {
  RunRequest request =
      small("black_scholes", {"caba.registers=entry", "register_virtualization.registers=512",
                              "register_virtualization.reserved=160"});
  request.platform.techniques = {"register_virtualization", "caba"};
  request.platform.files = {HEDDLE_SOURCE_DIR "/configs/assist/redundant.yaml"};
  const PairRun r = run_pair(request, 60);
  EXPECT_EQ(r.verdict, Verdict::refused) << r.text;
  EXPECT_FALSE(r.machine) << r.text;
}

TEST(PairRun, ThatTakesTooLongMakesNoProgress) {
  EXPECT_EQ(run_pair(small("vectoradd", {"max_cycles=100"}), 60).verdict, Verdict::no_progress);
  const PairRun endless = of_program(
      [](Device&) -> WorkloadResult {
        for (volatile unsigned n = 0;;) n = n + 1;
      },
      1);
  EXPECT_EQ(endless.verdict, Verdict::no_progress) << endless.text;
}

TEST(PairRun, WithAWrongValueIsWrong) {
  const PairRun differs = of_program([](Device&) { return WorkloadResult{.checked = 7, .mismatches = 1}; });
  EXPECT_EQ(differs.verdict, Verdict::wrong);
  EXPECT_NE(differs.text.find("1 of 7"), std::string::npos) << differs.text;
  const PairRun checked = of_program([](Device&) -> WorkloadResult {
    throw Error({.place = "k.ptx:3", .what = "check: the result in register 1"});
  });
  EXPECT_EQ(checked.verdict, Verdict::wrong);
}

TEST(PairRun, ThatDiesHasCrashed) {
  const PairRun r = of_program([](Device&) -> WorkloadResult {
    std::raise(SIGSEGV);
    return {};
  });
  EXPECT_EQ(r.verdict, Verdict::crashed);
  EXPECT_NE(r.text.find("signal 11"), std::string::npos) << r.text;
}

TEST(PairRun, WithAnotherErrorHasFailed) {
  EXPECT_EQ(of_program([](Device&) -> WorkloadResult { throw Error({.what = "no"}); }).verdict,
            Verdict::failed);
  EXPECT_EQ(of_program([](Device&) -> WorkloadResult {
              throw ApiError(Status::illegal_address, {.what = "no"});
            }).verdict,
            Verdict::failed);
}

}  // namespace
}  // namespace heddle::pairs::pair_run_test
