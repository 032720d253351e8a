// SPDX-License-Identifier: Apache-2.0
// The store of an experiment's points: what makes one stale, what is damaged, what fails, and its bound.
#include <gtest/gtest.h>

#include <algorithm>
#include <nlohmann/json.hpp>
#include <set>

#include "models/base/data_root.hpp"
#include "models/base/whole_file.hpp"
#include "tests/cli/program.hpp"

namespace heddle::points_test {
namespace {

namespace fs = std::filesystem;

bool says(const Ran& ran, const std::string& text) { return ran.out.find(text) != std::string::npos; }

Ran run(const TemporaryFolder& folder, std::vector<std::string> more = {}) {
  std::vector<std::string> words{"experiment", "./e.yaml", "--no-chart", "--points", "p"};
  words.insert(words.end(), more.begin(), more.end());
  return heddle(words, folder);
}

std::vector<fs::path> points_in(const TemporaryFolder& folder) {
  std::vector<fs::path> all;
  for (const auto& entry : fs::directory_iterator(folder.path() / "p"))
    if (entry.is_directory()) all.push_back(entry.path());
  std::ranges::sort(all);
  return all;
}

/// Two machines; the second has a subroutine of the user's.
void add_experiment(const TemporaryFolder& folder) {
  folder.add("s.ptx", content_of(data_file("configs/subroutines/profile/count_misses.ptx")));
  folder.add("w.yaml", "workloads:\n  - {workload: vectoradd, sizes: n=200}\n");
  folder.add(
      "e.yaml",
      "title: T\nperturb: 1\nworkloads: w.yaml\nconfigurations:\n  - {name: a, set: sms=1}\n"
      "  - {name: b, with: caba, set: [sms=1, \"caba.what=none\", \"caba.subroutines=[{name: q, file: s.ptx, "
      "event: miss, memory: 1088}]\"]}\n"
      "series:\n  - {name: s, value: b.cycles}\ncompare:\n  - {name: c, value: a.cycles}\n");
}

TEST(Points, OfAnEditedSubroutineAreRunAgain) {
  const TemporaryFolder folder;
  add_experiment(folder);
  EXPECT_TRUE(says(run(folder), "2 points: 2 to run, 0 stored"));
  EXPECT_TRUE(says(run(folder), "2 points: 0 to run, 2 stored"));
  folder.add("s.ptx", content_of(folder.path() / "s.ptx") + "// edited\n");
  EXPECT_TRUE(says(run(folder), "2 points: 1 to run, 1 stored"));
}

TEST(Points, AreNamedByTheKeyInTheManifest) {
  const TemporaryFolder folder;
  add_experiment(folder);
  const Ran ran = run(folder);
  ASSERT_EQ(ran.status, 0) << ran.err;
  for (const fs::path& point : points_in(folder))
    EXPECT_EQ(nlohmann::json::parse(content_of(point / "manifest.json")).at("key"),
              point.filename().string());
}

TEST(Points, HaveTheSizeOfTheName) {
  const TemporaryFolder folder;
  add_experiment(folder);
  folder.add("w.yaml", "workloads:\n  - {workload: vectoradd, size: paper, sizes: n=200}\n");
  const Ran ran = run(folder);
  ASSERT_EQ(ran.status, 0) << ran.err;
  for (const fs::path& point : points_in(folder)) {
    const auto manifest = nlohmann::json::parse(content_of(point / "manifest.json"));
    EXPECT_EQ(manifest.at("key"), point.filename().string());
    EXPECT_EQ(manifest.at("request").at("size"), "paper");
    EXPECT_EQ(manifest.at("request").at("sizes"), nlohmann::json::array({"n=200"}));
  }
}

TEST(Points, AreRunAgainWithACycleMovedWhereAMeanIsWanted) {
  const TemporaryFolder folder;
  add_experiment(folder);
  Ran ran = run(folder, {"--perturb", "3"});
  ASSERT_EQ(ran.status, 0) << ran.err;
  EXPECT_TRUE(says(ran, "6 points: 6 to run, 0 stored")) << ran.out;
  EXPECT_TRUE(says(ran, " ± ")) << ran.out;
  std::multiset<std::string> latencies;
  for (const fs::path& point : points_in(folder)) {
    const std::string config = content_of(point / "config.yaml");
    const auto at = config.find("rop_latency: ") + 13;
    latencies.insert(config.substr(at, config.find(' ', at) - at));
  }
  EXPECT_EQ(latencies, (std::multiset<std::string>{"119", "119", "120", "120", "121", "121"}));
  // The run that is not perturbed is that of an experiment without a spread.
  EXPECT_TRUE(says(run(folder), "2 points: 0 to run, 2 stored"));
}

TEST(Points, AreRunTwiceWhereNothingIsSaid) {
  const TemporaryFolder folder;
  add_experiment(folder);
  const std::string text = content_of(folder.path() / "e.yaml");
  folder.add("e.yaml", "title: T\n" + text.substr(text.find("workloads")));
  const Ran ran = run(folder);
  ASSERT_EQ(ran.status, 0) << ran.err;
  EXPECT_TRUE(says(ran, "4 points: 4 to run, 0 stored")) << ran.out;
  EXPECT_TRUE(says(run(folder, {"--perturb", "1"}), "2 points: 0 to run, 2 stored"));
}

/// A cycle of an L2 of 100 MHz is many of the core's, so that the second machine's cycles differ by over 1 %.
TEST(Points, HaveFurtherRunsWhereCyclesDiffer) {
  const TemporaryFolder folder;
  const std::vector<std::string> options{"--perturb", "2", "--perturb-up-to", "4"};
  add_experiment(folder);
  const Ran steady = run(folder, options);
  ASSERT_EQ(steady.status, 0) << steady.err;
  EXPECT_TRUE(says(steady, "4 points: 4 to run, 0 stored")) << steady.out;
  EXPECT_FALSE(says(steady, "Further runs")) << steady.out;
  folder.add("e.yaml",
             "title: T\nperturb: 1\nworkloads: w.yaml\nconfigurations:\n  - {name: a, set: sms=1}\n"
             "  - {name: b, set: [sms=1, l2.mhz=100, l2.rop_latency=2]}\n"
             "series:\n  - {name: s, value: b.cycles}\ncompare:\n  - {name: c, value: a.cycles}\n");
  const Ran differs = run(folder, options);
  ASSERT_EQ(differs.status, 0) << differs.err;
  EXPECT_TRUE(
      says(differs, "4 points: 2 to run, 2 stored\nFurther runs, where cycles differ: 4 points: 4 to run"))
      << differs.out;
  EXPECT_EQ(points_in(folder).size(), 10u);
}

TEST(Points, OfTheSizeOfTheCommandLineHaveResultsOfTheirOwn) {
  const TemporaryFolder folder;
  add_experiment(folder);
  folder.add("w.yaml", "workloads:\n  - {workload: vectoradd}\n");
  const Ran ran = run(folder, {"--size", "small"});
  ASSERT_EQ(ran.status, 0) << ran.err;
  EXPECT_TRUE(fs::exists(folder.path() / "results/experiments/e_small/table.csv"));
  EXPECT_EQ(nlohmann::json::parse(content_of(points_in(folder)[0] / "manifest.json"))["request"]["size"],
            "small");
}

TEST(Points, ThatAreDamagedAreMadeAgain) {
  const TemporaryFolder folder;
  add_experiment(folder);
  run(folder);
  const fs::path point = points_in(folder)[0];
  const std::string whole = content_of(point / "stats.json");
  const auto damage = [&](const char* name, const std::string& content) {
    std::ofstream(point / name, std::ios::binary) << content;
    const Ran again = run(folder);
    EXPECT_EQ(again.status, 0) << again.err;
    EXPECT_TRUE(says(again, "2 points: 1 to run, 1 stored")) << again.out;
    EXPECT_EQ(content_of(point / "stats.json"), whole);
  };
  damage("stats.json", whole.substr(0, whole.size() / 2));
  damage("stats.json", "");
  damage("kernels.csv", "x");
  damage("manifest.json", "{");
}

TEST(Points, ThatFailDoNotKeepOthersFromRunning) {
  const TemporaryFolder folder;
  folder.add("w.yaml",
             "workloads:\n  - {workload: vectoradd, sizes: n=1000000}\n"
             "  - {workload: vectoradd, label: small, sizes: n=200}\n");
  folder.add(
      "e.yaml",
      "title: T\nperturb: 1\nworkloads: w.yaml\nconfigurations:\n  - {name: a, set: [memory_mib=1, sms=1]}\n"
      "series:\n  - {name: s, value: a.cycles}\n");
  const Ran ran = run(folder, {"--jobs", "1"});
  EXPECT_EQ(ran.status, 1);
  EXPECT_NE(ran.err.find("e vectoradd a: the run failed"), std::string::npos) << ran.err;
  EXPECT_NE(ran.err.find("1 of 2 points"), std::string::npos) << ran.err;
  const auto table = nlohmann::json::parse(content_of(folder.path() / "results/experiments/e/table.json"));
  EXPECT_TRUE(table["series"][0]["values"][0].is_null());
  EXPECT_GT(table["series"][0]["values"][1], 0);
  EXPECT_TRUE(says(run(folder), "2 points: 1 to run, 1 stored"));
}

TEST(Points, ThatAreUnusedGoWhenTheStoreIsFull) {
  const TemporaryFolder folder;
  add_experiment(folder);
  run(folder);
  const auto before = points_in(folder);
  folder.add("w.yaml", "workloads:\n  - {workload: vectoradd, sizes: n=300}\n");
  EXPECT_EQ(run(folder, {"--points-mib", "0"}).status, 0);
  const auto after = points_in(folder);
  EXPECT_EQ(after.size(), 2u) << "those in use stay, whatever the bound";
  for (const fs::path& point : before) EXPECT_EQ(std::ranges::count(after, point), 0);
}

TEST(Points, LeaveWhatElseLiesInTheirStore) {
  const TemporaryFolder folder;
  add_experiment(folder);
  run(folder);
  const fs::path store = points_in(folder).at(0).parent_path();
  const std::string key(32, 'a');
  fs::create_directories(store / "thesis");
  fs::create_directories(store / key);  // a folder of the user's with such a name, without a manifest
  fs::create_directory_symlink(folder.path(), store / "link");
  for (const char* file : {"thesis/data.bin", "todo.txt", "cccccccccccccccccccccccccccccccc"})
    WholeFile(store / file).write("mine");
  WholeFile(store / key / "notes.txt").write("mine");
  const std::string old = std::string(32, 'b') + ".timeline.json", left = "." + old + ".partial-1";
  for (const std::string& file : {old, left}) WholeFile(store / file).write("{}");
  EXPECT_EQ(run(folder, {"--points-mib", "0"}).status, 0);
  for (const std::string& mine : {std::string("thesis/data.bin"), std::string("todo.txt"),
                                  std::string("link"), key + "/notes.txt", std::string(32, 'c')})
    EXPECT_TRUE(fs::exists(store / mine)) << mine;
  for (const std::string& gone : {old, left}) EXPECT_FALSE(fs::exists(store / gone)) << gone;
}

}  // namespace
}  // namespace heddle::points_test
