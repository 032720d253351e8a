// SPDX-License-Identifier: Apache-2.0
// heddle sweep from the command line: programs of a user's own, tables, experiments, bad input.
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "tests/cli/program.hpp"

namespace heddle::sweep_test {
namespace {

namespace fs = std::filesystem;

bool has(const std::string& text, const std::string& part) { return text.find(part) != std::string::npos; }

const std::string body = "add.u32 %r1, %r1, 0;\n";

TEST(Sweep, OfAKernelOfOnesOwnHasATableAndAChart) {
  const TemporaryFolder folder;
  add_kernel(folder, body);
  const std::vector<std::string> words{
      "sweep",     "k.ptx",   "--launch",  "k.yaml",
      "--with",    "none",    "--with",    "warped_compression",
      "--set",     "sms=1,2", "--measure", "cycles,energy.total / sm_total.warp_instructions",
      "--perturb", "1"};
  const Ran ran = heddle(words, folder);
  ASSERT_EQ(ran.status, 0) << ran.err;
  EXPECT_TRUE(has(ran.out, "4 points: 4 to run, 0 stored")) << ran.out;
  const fs::path results = folder.path() / "results/sweeps/k";
  const auto table = nlohmann::json::parse(content_of(results / "sweep.json"));
  ASSERT_EQ(table["points"].size(), 4u);
  EXPECT_EQ(table["axes"][1], (nlohmann::json{{"name", "sms"}, {"values", {"1", "2"}}}));
  EXPECT_EQ(table["points"][3]["at"], (nlohmann::json{"warped_compression", "2"}));
  EXPECT_GT(table["points"][2]["values"][0], table["points"][0]["values"][0]) << "compression takes time";
  EXPECT_TRUE(has(content_of(results / "chart.svg"), "<svg"));
  EXPECT_EQ(content_of(results / "sweep.csv").substr(0, 9), "with,sms,");
  EXPECT_TRUE(has(heddle(words, folder).out, "4 points: 0 to run, 4 stored"));
  add_kernel(folder, body + body);
  EXPECT_TRUE(has(heddle(words, folder).out, "4 points: 4 to run, 0 stored")) << "another kernel";
}

TEST(Sweep, IsAnExperimentToo) {
  const TemporaryFolder folder;
  add_kernel(folder, body);
  fs::create_directory(folder.path() / "e");
  const std::vector<std::string> words{"sweep",     "k.ptx",       "--launch",  "k.yaml",
                                       "--set",     "sms=1..4:*2", "--measure", "cycles,ipc",
                                       "--perturb", "1",           "--no-chart"};
  const Ran ran = heddle(words, folder);
  ASSERT_EQ(ran.status, 0) << ran.err;
  std::vector<std::string> write = words;
  write.insert(write.end(), {"--write-experiment", "e/my.yaml"});
  EXPECT_EQ(heddle(write, folder).status, 0);
  const Ran experiment = heddle({"experiment", "e/my.yaml", "--no-chart"}, folder);
  ASSERT_EQ(experiment.status, 0) << experiment.err;
  EXPECT_TRUE(has(experiment.out, "3 points: 0 to run, 3 stored")) << experiment.out;
  const auto sweep = nlohmann::json::parse(content_of(folder.path() / "results/sweeps/k/sweep.json"));
  const auto table = nlohmann::json::parse(content_of(folder.path() / "results/experiments/my/table.json"));
  const auto compared = [&](const std::string& name) {
    for (const auto& column : table["compare"])
      if (column["name"] == name) return column["values"][0];
    return nlohmann::json();
  };
  for (const std::size_t k : {0, 1, 2}) {
    const std::string sms = "sms_" + sweep["points"][k]["at"][0].get<std::string>();
    EXPECT_EQ(table["series"][k]["name"], sms);
    EXPECT_EQ(table["series"][k]["values"][0], sweep["points"][k]["values"][0]);
    EXPECT_EQ(compared(sms + ", ipc"), sweep["points"][k]["values"][1]);
    if (k != 0) {
      EXPECT_EQ(compared(sms + ", cycles, change"), sweep["points"][k]["changes"][0]);
    }
  }
}

TEST(Sweep, OfAWorkloadVariesItsSizes) {
  const TemporaryFolder folder;
  const Ran ran =
      heddle({"sweep", "vectoradd", "--size", "n=100,3000", "--perturb", "1", "--no-chart"}, folder);
  ASSERT_EQ(ran.status, 0) << ran.err;
  const auto table = nlohmann::json::parse(content_of(folder.path() / "results/sweeps/vectoradd/sweep.json"));
  EXPECT_EQ(table["measures"], (nlohmann::json{"cycles", "ipc", "energy.total"}));
  EXPECT_GT(table["points"][1]["values"][0], table["points"][0]["values"][0]);
}

TEST(Sweep, WritesNoFileOfTheLaunch) {
  const TemporaryFolder folder;
  add_kernel(folder, body);
  std::string launch = content_of(folder.path() / "k.yaml");
  const std::string count = "count: 64, ";
  launch.insert(launch.find(count) + count.size(), "write: out.bin, ");
  folder.add("k.yaml", launch);
  const Ran ran = heddle({"sweep", "k.ptx", "--launch", "k.yaml", "--perturb", "1", "--no-chart"}, folder);
  ASSERT_EQ(ran.status, 0) << ran.err << launch;
  EXPECT_FALSE(fs::exists(folder.path() / "out.bin"));
}

TEST(Sweep, OfFiveTechniquesShowsEachAndAllButEach) {
  const TemporaryFolder folder;
  const Ran ran = heddle({"sweep", "vectoradd", "--size", "n=2000", "--with", "five", "--ablate", "--perturb",
                          "1", "--set", "sms=2", "--no-chart"},
                         folder);
  ASSERT_EQ(ran.status, 0) << ran.err;
  EXPECT_TRUE(has(ran.out, "12 points: 12 to run"));
  EXPECT_TRUE(has(ran.out, "all but warp_approximation")) << ran.out;
}

TEST(Sweep, BadInputIsOneMessage) {
  const TemporaryFolder folder;
  add_kernel(folder, body);
  const auto refused = [&](std::vector<std::string> more, const std::vector<std::string>& said) {
    std::vector<std::string> words{"sweep", "k.ptx", "--no-chart"};
    words.insert(words.end(), more.begin(), more.end());
    expect_refused(folder, words, said);
  };
  refused({}, {"needs a launch file"});
  const std::string with_launch = "k.yaml";
  refused({"--launch", with_launch, "--measure", "cicles"}, {"did you mean 'cycles'"});
  refused({"--launch", with_launch, "--set", "smx=1,2"}, {"did you mean 'sm'"});
  refused({"--launch", with_launch, "--set", "sms=1,0"}, {"out of range", "sms"});
  refused({"--launch", with_launch, "--set", "sms=4..1"}, {"no value, or no end", "4..1"});
  refused({"--launch", with_launch, "--with", "fife"}, {"unknown technique", "did you mean 'five'"});
  refused({"--launch", with_launch, "--size", "small"}, {"no such size: 'small'"});
  refused({"--launch", "l.yaml"}, {"l.yaml"});
  refused({"--launch", with_launch, "--gpu", "gtx481"}, {"unknown GPU"});
  refused({"--launch", with_launch, "--write-experiment", "k.yaml"}, {"--write-experiment", "k.yaml"});
  refused({"--launch", with_launch, "--ablate"}, {"--ablate"});
  expect_refused(folder, {"sweep", "vectorad"}, {"did you mean 'vectoradd'"});
  expect_refused(folder, {"sweep", "vectoradd", "k.ptx"}, {"only .ptx files can be linked"});
  expect_refused(folder, {"sweep", "vectoradd", "--launch", "k.yaml"}, {"launches itself"});
}

}  // namespace
}  // namespace heddle::sweep_test
