// SPDX-License-Identifier: Apache-2.0
// The program runs kernels: results are correct, and statistics do not depend on how the run is simulated.
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "tb/run/report.hpp"
#include "tests/cli/program.hpp"

namespace heddle::run_test {
namespace {

using Words = std::vector<std::string>;

bool says(const Ran& ran, const std::string& text) { return ran.out.find(text) != std::string::npos; }

/// Runs the workload in its small size, and returns its stats.json.
std::string statistics(const std::string& workload, Words options) {
  const TemporaryFolder folder;
  Words all{"run", workload, "--small", "--out", "r"};
  all.insert(all.end(), options.begin(), options.end());
  const Ran ran = heddle(all, folder);
  EXPECT_EQ(ran.status, 0) << ran.out << ran.err;
  EXPECT_TRUE(says(ran, "passed")) << ran.out;
  return content_of(folder.path() / "r/stats.json");
}

nlohmann::json numbers(const std::string& workload, const Words& options) {
  return nlohmann::json::parse(statistics(workload, options));
}

class Run : public testing::TestWithParam<std::tuple<const char*, const char*>> {};

TEST_P(Run, GivesTheSumsOfVectors) {
  const auto [sms, technique] = GetParam();
  Words options{"--set", std::string("sms=") + sms};
  if (*technique != 0) options.insert(options.end(), {"--with", technique});
  const auto s = numbers("vectoradd", options);
  EXPECT_EQ(s["result"]["checked"], 1000);
  EXPECT_EQ(s["result"]["mismatches"], 0);
  EXPECT_GT(s["cycles"], 0);
  EXPECT_EQ(s.contains("sm0"), true);
  EXPECT_EQ(s.contains("sm1"), std::string(sms) != "1");
}
INSTANTIATE_TEST_SUITE_P(Sms, Run,
                         testing::Combine(testing::Values("1", "15"),
                                          testing::Values("", "warped_compression")));

TEST(Statistics, AreTheSameInEveryRunAndWithoutSkippingAndWithRtl) {
  const Words with{"--with", "warped_compression"};
  const std::string once = statistics("pathfinder", with);
  EXPECT_EQ(once, statistics("pathfinder", with));
  Words ticking = with, rtl = with;
  ticking.insert(ticking.end(), {"--set", "skip_idle_cycles=false"});
  EXPECT_EQ(once, statistics("pathfinder", ticking));
  rtl.insert(rtl.end(), {"--rtl", "bdi_compressor,bdi_decompressor,bank_arbiter"});
  EXPECT_EQ(once, statistics("pathfinder", rtl));
  rtl.insert(rtl.end(), {"--set", "skip_idle_cycles=false"});
  EXPECT_EQ(once, statistics("pathfinder", rtl));
}

TEST(Functional, GivesResultsAndTheInstructionsThatTheMachineIssues) {
  const TemporaryFolder folder;
  const Ran ran = heddle({"run", "pathfinder", "--small", "--functional"}, folder);
  EXPECT_EQ(ran.status, 0) << ran.err;
  EXPECT_TRUE(says(ran, "passed: ")) << ran.out;
  EXPECT_TRUE(says(ran, "warp instructions/s")) << ran.out;
  const auto issued = numbers("pathfinder", {})["sm_total"]["warp_instructions"].get<unsigned long>();
  EXPECT_TRUE(says(ran, "warp instructions      " + grouped(issued) + "\n")) << issued << "\n" << ran.out;
  EXPECT_TRUE(entries(folder).empty());
}

TEST(Functional, RunsByReleaseFlags) {
  const TemporaryFolder folder;
  const Ran ran = heddle({"run", "pathfinder", "--small", "--functional", "--releases"}, folder);
  EXPECT_EQ(ran.status, 0) << ran.err;
  EXPECT_TRUE(says(ran, "passed: ")) << ran.out;
  EXPECT_TRUE(says(ran, "no value is read after its release")) << ran.out;
}

TEST(Functional, RunsLaunchFiles) {
  const TemporaryFolder folder;
  add_kernel(folder, "");
  const Ran ran = heddle({"run", "k.ptx", "--launch", "k.yaml", "--functional"}, folder);
  EXPECT_EQ(ran.status, 0) << ran.err;
  EXPECT_TRUE(says(ran, "functional: results without time")) << ran.out;
}

TEST(Statistics, DependOnTheSeed) {
  EXPECT_NE(statistics("bfs", {"--seed", "1"}), statistics("bfs", {"--seed", "2"}));
}

class Baseline : public testing::TestWithParam<const char*> {};

/// The baseline figures in a compressed run's report are those of an uncompressed run; and an uncompressed
/// run is its own baseline.
TEST_P(Baseline, IsWhatAPlainRunAccesses) {
  const auto compressed = numbers(GetParam(), {"--with", "warped_compression"}),
             plain = numbers(GetParam(), {});
  const auto& file = plain["sm_total"]["register_file"];
  for (const auto& run : {compressed, plain}) {
    EXPECT_EQ(run["summary"]["baseline_bank_reads"], file["bank_reads"]);
    EXPECT_EQ(run["summary"]["baseline_bank_writes"], file["bank_writes"]);
  }
  EXPECT_EQ(compressed["register_file_energy"]["baseline"]["dynamic"],
            plain["register_file_energy"]["dynamic"]);
  EXPECT_EQ(plain["register_file_energy"]["baseline"]["total"], plain["register_file_energy"]["total"]);
  EXPECT_FALSE(plain["register_file_energy"].contains("compression"));
}
INSTANTIATE_TEST_SUITE_P(Of, Baseline,
                         testing::Values("vectoradd", "matmul", "pathfinder", "hotspot", "bfs"));

TEST(Techniques, BringLinesOfTheReport) {
  const TemporaryFolder folder;
  const Ran ran = heddle({"run", "sobel", "--small", "--no-out", "--with",
                          "warp_approximation,lane_power_gating", "--approx-error", "10"},
                         folder);
  EXPECT_EQ(ran.status, 0) << ran.err;
  for (const char* line :
       {"representative lanes", "closed loop", "in 1000 cycles of an SM, target 50", "SP lanes off"})
    EXPECT_NE(ran.out.find(line), std::string::npos) << line << "\n" << ran.out;
}

TEST(Baseline, IsComparedWithInARunOfItsOwn) {
  const TemporaryFolder folder;
  const Ran ran = heddle(
      {"run", "hotspot", "--small", "--with", "warped_compression", "--compare", "--out", "r"}, folder);
  EXPECT_EQ(ran.status, 0) << ran.err;
  EXPECT_TRUE(says(ran, "without techniques")) << ran.out;
  const auto plain = nlohmann::json::parse(content_of(folder.path() / "r/baseline_stats.json"));
  EXPECT_EQ(plain, numbers("hotspot", {}));
}

TEST(Launch, OfTheExampleGivesWhatItExpects) {
  const TemporaryFolder folder;
  const std::string launches = HEDDLE_SOURCE_DIR "/configs/launches/";
  const Ran ran =
      heddle({"run", launches + "saxpy.ptx", "--launch", launches + "saxpy.yaml", "--no-out"}, folder);
  EXPECT_EQ(ran.status, 0) << ran.err;
  EXPECT_TRUE(says(ran, "passed: 1,000 elements")) << ran.out;
  EXPECT_TRUE(entries(folder).empty());
}

TEST(Launch, ThatComputesSomethingElseFailsAndKeepsItsStatistics) {
  const TemporaryFolder folder;
  add_kernel(folder, "add.u32 %r1, %r1, 1;");
  const Ran ran = heddle({"run", "k.ptx", "--launch", "k.yaml", "--out", "r"}, folder);
  EXPECT_EQ(ran.status, 1);
  EXPECT_TRUE(says(ran, "FAILED: 64 of 64 elements differ; out[0]: expected 0, got 1")) << ran.out;
  EXPECT_EQ(nlohmann::json::parse(content_of(folder.path() / "r/stats.json"))["result"]["mismatches"], 64);
}

TEST(Launch, PrintsWhatTheKernelPrintsAndKnowsItByItsDemangledName) {
  const TemporaryFolder folder;
  const std::string text = "lane %d of %s\n";
  std::string bytes;
  for (const char c : text) bytes += std::to_string(static_cast<int>(c)) + ", ";
  folder.add("p.ptx",
             ".version 7.0\n.target sm_50\n.address_size 64\n"
             ".extern .func (.param .b32 result) vprintf(.param .b64 format, .param .b64 arguments);\n"
             ".global .align 1 .b8 text[32] = {" +
                 bytes +
                 "0};\n.global .align 1 .b8 who[3] = {109, 101};\n"
                 ".visible .entry _Z5printi(.param .u32 n)\n{\n"
                 ".local .align 8 .b8 depot[16];\n.reg .b32 %r<3>;\n.reg .b64 %rd<4>;\n.reg .pred %p;\n"
                 "ld.param.u32 %r1, [n];\nmov.u32 %r0, %tid.x;\nsetp.ge.u32 %p, %r0, %r1;\n@%p ret;\n"
                 "mov.u64 %rd0, depot;\ncvta.local.u64 %rd1, %rd0;\nst.u32 [%rd1], %r0;\n"
                 "mov.u64 %rd2, who;\nst.u64 [%rd1+8], %rd2;\nmov.u64 %rd3, text;\n"
                 "call (%r2), vprintf, (%rd3, %rd1);\nret;\n}\n");
  folder.add("p.yaml",
             "kernel: print\ngrid: [1]\ncta: [64]\narguments:\n  - {name: n, type: u32, value: 3}\n");
  for (const Words& more : {Words{}, Words{"--functional"}}) {
    Words words{"run", "p.ptx", "--launch", "p.yaml", "--no-out"};
    words.insert(words.end(), more.begin(), more.end());
    const Ran ran = heddle(words, folder);
    EXPECT_EQ(ran.status, 0) << ran.err;
    EXPECT_TRUE(says(ran, "lane 0 of me\nlane 1 of me\nlane 2 of me\n")) << ran.out;
  }
  EXPECT_TRUE(says(heddle({"kernel", "p.ptx", "--kernel", "print(int)"}, folder), "_Z5printi"));
}

TEST(Results, HoldTheConfigurationThatMadeThem) {
  const TemporaryFolder folder;
  ASSERT_EQ(heddle({"run", "vectoradd", "--small", "--set", "sms=2", "--out", "r"}, folder).status, 0);
  ASSERT_EQ(
      heddle({"run", "vectoradd", "--small", "--config", "r/config.yaml", "--out", "again"}, folder).status,
      0);
  EXPECT_EQ(content_of(folder.path() / "r/stats.json"), content_of(folder.path() / "again/stats.json"));
  EXPECT_EQ(entries(folder), (std::set<std::string>{"again", "r"}));
  EXPECT_EQ(content_of(folder.path() / "r/stats.csv").substr(0, 28), "path,value,unit,description\n");
}

TEST(Results, GoToAFolderOfTheirNameAndReplaceEarlierOnes) {
  const TemporaryFolder folder;
  for (const char* sms : {"sms=1", "sms=2"})
    ASSERT_EQ(heddle({"run", "vectoradd", "--small", "--set", sms}, folder).status, 0);
  const auto stats = nlohmann::json::parse(content_of(folder.path() / "results/vectoradd/stats.json"));
  EXPECT_TRUE(stats.contains("sm1"));
  EXPECT_EQ(entries(folder), std::set<std::string>{"results"});
}

}  // namespace
}  // namespace heddle::run_test
