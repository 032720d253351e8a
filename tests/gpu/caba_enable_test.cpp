// SPDX-License-Identifier: Apache-2.0
// Where assist warps compress lines only if a run ahead says that it pays.
#include <gtest/gtest.h>

#include "models/base/error.hpp"
#include "tb/run/report.hpp"
#include "tb/run/run.hpp"
#include "tests/gpu/ptx_run.hpp"

namespace heddle::caba_enable_test {
namespace {

RunRequest scan(std::vector<std::string> settings, bool with_caba = true) {
  RunRequest request{.target = "scan"};
  request.workload.small = true;
  if (with_caba) request.platform.techniques = {"caba"};
  request.platform.assignments = {"sms=2", "l2.cache.bytes=4096", "l2.fetch=line", "l2.write_miss=fetch"};
  for (std::string& s : settings) request.platform.assignments.push_back(std::move(s));
  return request;
}

double encoded(const RunResult& run) { return statistic(run.stats, "sm_total.memory.edge.encoded_lines"); }
double cycles(const RunResult& run) { return statistic(run.stats, "cycles"); }

/// scan stalls for memory and data in a part of its issue slots, and its lines are small.
TEST(CabaEnabled, WhereItPays) {
  const RunResult always = run_apart(scan({})),
                  pays = run_apart(scan({"caba.enable=auto", "caba.least_stalls=1", "caba.least_saving=10"}));
  EXPECT_TRUE(pays.right());
  EXPECT_GT(encoded(pays), 0);
  EXPECT_EQ(pays.stats["cycles"], always.stats["cycles"]);
  EXPECT_EQ(encoded(pays), encoded(always));
}

TEST(CabaEnabled, NotWhereItDoesNot) {
  const RunResult without = run_apart(scan({}, false));
  for (const char* limit : {"caba.least_stalls=100", "caba.least_saving=100"}) {
    const RunResult does_not =
        run_apart(scan({"caba.enable=auto", "caba.least_stalls=0", "caba.least_saving=0", limit}));
    EXPECT_TRUE(does_not.right());
    EXPECT_EQ(cycles(does_not), cycles(without)) << limit;
  }
}

TEST(CabaEnabled, NeverIsTheMachineWithoutIt) {
  EXPECT_EQ(cycles(run_apart(scan({"caba.enable=never"}))), cycles(run_apart(scan({}, false))));
}

/// The profile that a run leaves decides another one, ahead of which none is made.
TEST(CabaEnabled, ByAProfileThatIsGiven) {
  const RunResult profiled = run_apart(scan({"caba.enable=profile"}));
  RunRequest request = scan({"caba.enable=auto", "caba.least_stalls=1"});
  request.platform.texts.emplace_back("profile.yaml", profiled.files.at("profile.yaml"));
  EXPECT_GT(encoded(run_apart(request)), 0);
  request.platform.texts.back().second = "caba:\n  profile: {measured: true, stalls: 100, saving: 9.9}\n";
  EXPECT_EQ(cycles(run_apart(request)), cycles(run_apart(scan({}, false))));
}

/// Of the lines of both runs, the profile's and another one in which they are compressed without cost.
TEST(CabaEnabled, AProfileSaysWhatCompressionSaves) {
  const RunResult profiled = run_apart(scan({"caba.enable=profile"}));
  const std::string& text = profiled.files.at("profile.yaml");
  const double saving = std::stod(text.substr(text.find("saving: ") + 8));
  const RunResult ideal = run_apart([] {
    RunRequest request = scan({"line_compression.metadata=ideal", "line_compression.executor=ideal",
                               "line_compression.bdi.base=first_wide"});
    request.platform.techniques = {"line_compression"};
    return request;
  }());
  const auto bursts = [](const RunResult& run) {
    return statistic(run.stats, "dram_total.read_bursts") + statistic(run.stats, "dram_total.write_bursts");
  };
  EXPECT_NEAR(saving, 100 * (1 - bursts(ideal) / bursts(profiled)), 3);
  EXPECT_GT(saving, 10);
}

TEST(CabaEnabled, BadSettingsAreNamed) {
  const auto error_of = [](std::vector<std::string> set) -> std::string {
    try {
      PtxRun run("st.global.u32 [%rd1], %r0;", "caba", PtxRun::one_sm(), set);
      run.run(32, 1);
    } catch (const Error& e) {
      return e.what();
    }
    return {};
  };
  EXPECT_NE(error_of({"caba.enable=auto", "caba.what=none"}).find("no way to compress"), std::string::npos);
  EXPECT_NE(error_of({"caba.enable=sometimes"}).find("always"), std::string::npos);
  const std::string unmeasured = error_of({"caba.enable=auto"});
  EXPECT_NE(unmeasured.find("needs a profile"), std::string::npos) << unmeasured;
}

}  // namespace
}  // namespace heddle::caba_enable_test
