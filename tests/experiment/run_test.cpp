// SPDX-License-Identifier: Apache-2.0
// Runs of experiments: points are shared, reused, and survive a kill; tables and charts are written.
#include <gtest/gtest.h>
#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cstdio>
#include <nlohmann/json.hpp>
#include <thread>

#include "models/base/data_root.hpp"
#include "models/base/text_file.hpp"
#include "tests/cli/program.hpp"

namespace heddle::run_test {
namespace {

namespace fs = std::filesystem;

const std::string energy = "register_file_energy.total";

void add_experiment(const TemporaryFolder& folder, const std::string& name, const std::string& set = "") {
  folder.add(name + ".yaml",
             "title: Energy\nsource: a test\nperturb: 1\nworkloads: w.yaml\nconfigurations:\n"
             "  - {name: plain, set: [sms=1" +
                 (set.empty() ? "" : ", " + set) +
                 "]}\n"
                 "  - {name: compressed, with: warped_compression, set: [sms=1" +
                 (set.empty() ? "" : ", " + set) +
                 "]}\n"
                 "series:\n"
                 "  - {name: plain, value: plain." +
                 energy +
                 "}\n"
                 "  - {name: compressed, value: compressed." +
                 energy +
                 "}\n"
                 "compare:\n"
                 "  - {name: saved, value: 1 - compressed." +
                 energy + " / plain." + energy + ", published: 0.2}\n");
}

void add_workloads(const TemporaryFolder& folder, const std::string& n = "1000") {
  folder.add("w.yaml", "workloads:\n  - {workload: vectoradd, sizes: n=" + n +
                           "}\n  - {workload: pathfinder, sizes: [cols=500, rows=5, pyramid=2]}\n");
}

Ran run(const TemporaryFolder& folder, std::vector<std::string> words) {
  words.insert(words.begin(), "experiment");
  if (access("/usr/bin/python3", X_OK) != 0 ||
      std::system("/usr/bin/python3 -c 'import matplotlib' 2>/dev/null") != 0)
    words.push_back("--no-chart");
  Ran ran = heddle(words, folder);
  EXPECT_EQ(ran.status, 0) << ran.err;
  return ran;
}

nlohmann::json table(const TemporaryFolder& folder, const std::string& name) {
  return nlohmann::json::parse(content_of(folder.path() / "results/experiments" / name / "table.json"));
}

bool says(const Ran& ran, const std::string& text) { return ran.out.find(text) != std::string::npos; }

std::map<fs::path, fs::file_time_type> stored(const TemporaryFolder& folder) {
  std::map<fs::path, fs::file_time_type> points;
  std::error_code none;
  for (const auto& entry : fs::directory_iterator(folder.path() / "results/points", none))
    // A file that is being written has a name that begins with a dot.
    if (!entry.path().filename().string().starts_with('.') && fs::exists(entry.path() / "stats.json"))
      points[entry.path()] = fs::last_write_time(entry.path() / "stats.json");  // a use touches the folder
  return points;
}

TEST(Experiment, GivesWhatRunGives) {
  const TemporaryFolder folder;
  add_experiment(folder, "e");
  add_workloads(folder);
  const Ran ran = run(folder, {"./e.yaml", "--summary", "pages", "--jobs", "2"});
  EXPECT_TRUE(says(ran, "4 points: 4 to run, 0 stored")) << ran.out;
  EXPECT_TRUE(says(ran, "saved: published 0.20 / measured ")) << ran.out;
  EXPECT_TRUE(ran.err.empty()) << ran.err;  // no progress line without a terminal
  const auto t = table(folder, "e");
  heddle({"run", "vectoradd", "--size", "n=1000", "--set", "sms=1", "--with", "warped_compression", "--out",
          "r"},
         folder);
  const auto stats = nlohmann::json::parse(content_of(folder.path() / "r/stats.json"));
  EXPECT_EQ(t["series"][1]["values"][0], stats["register_file_energy"]["total"]);
  EXPECT_NE(content_of(folder.path() / "pages/e.md").find("| [e](#e) | saved | 0.20 |"), std::string::npos);
  EXPECT_NE(content_of(folder.path() / "pages/e.md").find("## e\n\nEnergy: a test."), std::string::npos);
  const fs::path out = folder.path() / "results/experiments/e";
  EXPECT_TRUE(content_of(out / "table.csv").starts_with("workload,plain,compressed,saved\nvectoradd,"));
  if (fs::exists(out / "chart.svg")) {
    const std::string svg = content_of(out / "chart.svg");
    EXPECT_NE(svg.find("<svg"), std::string::npos);
    EXPECT_NE(svg.find("a test: Energy"), std::string::npos);  // in a comment: letters are drawn as glyphs
    run(folder, {"./e.yaml"});
    EXPECT_EQ(svg, content_of(out / "chart.svg"));
  }
}

TEST(Experiment, CompilesForFewRegistersWhereItSaysSo) {
  const TemporaryFolder folder;
  folder.add("e.yaml",
             "title: Spills\nperturb: 1\nptx: clang19-32\nworkloads: w.yaml\nconfigurations:\n"
             "  - {name: plain, set: sms=1}\n"
             "  - {name: spilled, set: sms=1, few_registers: true}\n"
             "series:\n"
             "  - {name: plain, value: plain.cycles}\n"
             "  - {name: spilled, value: spilled.cycles}\n");
  folder.add("w.yaml",
             "workloads:\n  - {workload: pathfinder, sizes: [cols=500, rows=5, pyramid=2], "
             "max_registers: 6}\n");
  EXPECT_TRUE(says(run(folder, {"./e.yaml"}), "2 points: 2 to run, 0 stored"));
  const auto t = table(folder, "e");
  heddle({"run", "pathfinder", "--size", "cols=500", "--size", "rows=5", "--size", "pyramid=2", "--set",
          "sms=1", "--ptx", "clang19-32", "--max-registers", "6", "--out", "r"},
         folder);
  const auto stats = nlohmann::json::parse(content_of(folder.path() / "r/stats.json"));
  EXPECT_EQ(t["series"][1]["values"][0], stats["cycles"]);
  EXPECT_NE(t["series"][0]["values"][0], t["series"][1]["values"][0]);
}

TEST(Experiment, HoldsAsManyCtasOfAWorkloadAsItSays) {
  const TemporaryFolder folder;
  folder.add("e.yaml",
             "title: CTAs\nperturb: 1\nworkloads: w.yaml\nconfigurations:\n"
             "  - {name: plain, set: sms=1}\n"
             "  - {name: eight, set: [sms=1, sm.ctas=8]}\n"
             "series:\n"
             "  - {name: plain, value: plain.cycles}\n"
             "  - {name: eight, value: eight.cycles}\n");
  folder.add("w.yaml",
             "workloads:\n  - {workload: vectoradd, label: one, sizes: n=5000, ctas: 1}\n"
             "  - {workload: vectoradd, label: all, sizes: n=5000}\n");
  run(folder, {"./e.yaml"});
  const auto t = table(folder, "e");
  heddle({"run", "vectoradd", "--size", "n=5000", "--set", "sms=1", "--set", "sm.ctas=1", "--out", "r"},
         folder);
  const auto stats = nlohmann::json::parse(content_of(folder.path() / "r/stats.json"));
  EXPECT_EQ(t["series"][0]["values"][0], stats["cycles"]);
  EXPECT_NE(t["series"][0]["values"][0], t["series"][0]["values"][1]);
  // A configuration has the last word.
  EXPECT_EQ(t["series"][1]["values"][0], t["series"][1]["values"][1]);
}

TEST(Experiment, TakesTheTechnologyThatAConfigurationNames) {
  const TemporaryFolder folder;
  folder.add("e.yaml",
             "title: Nodes\nperturb: 1\ntechnology: jeon2015_40nm\nworkloads: w.yaml\nconfigurations:\n"
             "  - {name: wide, set: sms=1}\n"
             "  - {name: narrow, technology: jeon2015_32nm, set: sms=1}\n"
             "series:\n"
             "  - {name: wide, value: wide.energy.total}\n"
             "  - {name: narrow, value: narrow.energy.total}\n");
  folder.add("w.yaml", "workloads:\n  - {workload: vectoradd, sizes: n=1000}\n");
  EXPECT_TRUE(says(run(folder, {"./e.yaml"}), "2 points: 2 to run, 0 stored"));
  const auto t = table(folder, "e");
  for (const unsigned k : {0u, 1u}) {
    heddle({"run", "vectoradd", "--size", "n=1000", "--set", "sms=1", "--technology",
            k == 0 ? "jeon2015_40nm" : "jeon2015_32nm", "--out", "r"},
           folder);
    const auto stats = nlohmann::json::parse(content_of(folder.path() / "r/stats.json"));
    EXPECT_EQ(t["series"][k]["values"][0], stats["energy"]["total"]);
  }
  EXPECT_LT(t["series"][1]["values"][0], t["series"][0]["values"][0]);
}

TEST(Experiment, RunsAPointAgainOnlyWhenItsContentIsOther) {
  const TemporaryFolder folder;
  add_experiment(folder, "e");
  add_workloads(folder);
  run(folder, {"./e.yaml"});
  const auto first = stored(folder);
  EXPECT_TRUE(says(run(folder, {"./e.yaml"}), "4 points: 0 to run, 4 stored"));
  // Another experiment has the same machines; the third one changes only costs, which are not part of a run.
  add_experiment(folder, "f");
  add_experiment(folder, "costs", "register_file_costs.bank_access_pj=14");
  EXPECT_TRUE(says(run(folder, {"./f.yaml", "./costs.yaml"}), "4 points: 0 to run, 4 stored"));
  EXPECT_EQ(stored(folder), first);
  add_workloads(folder, "2000");
  EXPECT_TRUE(says(run(folder, {"./e.yaml"}), "4 points: 2 to run, 2 stored"));
  add_experiment(folder, "e", "sm.scheduler=lrr");
  EXPECT_TRUE(says(run(folder, {"./e.yaml"}), "4 points: 4 to run, 0 stored"));
  EXPECT_TRUE(says(run(folder, {"./e.yaml", "--force"}), "4 points: 4 to run, 0 stored"));
}

TEST(Experiment, ReckonsOtherCostsAsARunWithThemDoes) {
  const TemporaryFolder folder;
  const std::string set = "register_file_costs.compressor_pj=46";
  add_experiment(folder, "costs", set);
  add_workloads(folder);
  run(folder, {"./costs.yaml"});
  heddle({"run", "vectoradd", "--size", "n=1000", "--set", "sms=1", "--set", set, "--with",
          "warped_compression", "--out", "r"},
         folder);
  const auto stats = nlohmann::json::parse(content_of(folder.path() / "r/stats.json"));
  EXPECT_EQ(table(folder, "costs")["series"][1]["values"][0], stats["register_file_energy"]["total"]);
}

TEST(Experiment, LosesNothingThatWasFinishedWhenItIsKilled) {
  const TemporaryFolder folder, other;
  for (const TemporaryFolder* f : {&folder, &other}) {
    add_experiment(*f, "e");
    add_workloads(*f, "60000");
  }
  const pid_t child = fork();
  if (child == 0) {
    setpgid(0, 0);  // with the runs in one process group, as under a terminal
    if (chdir(folder.path().c_str()) == 0 && freopen("/dev/null", "w", stdout) != nullptr)
      execl(HEDDLE_BINARY_DIR "/heddle", "heddle", "experiment", "./e.yaml", "--no-chart", "--jobs", "1",
            nullptr);
    _exit(127);
  }
  setpgid(child, child);
  while (stored(folder).empty() && waitpid(child, nullptr, WNOHANG) == 0)
    std::this_thread::sleep_for(std::chrono::milliseconds(1));
  ASSERT_EQ(kill(-child, SIGKILL), 0) << "it ended before it could be killed";
  waitpid(child, nullptr, 0);
  const auto before = stored(folder);
  ASSERT_FALSE(before.empty());
  EXPECT_FALSE(fs::exists(folder.path() / "results/experiments/e"));
  const Ran resumed = run(folder, {"./e.yaml"});
  EXPECT_TRUE(says(resumed, ", " + std::to_string(before.size()) + " stored")) << resumed.out;
  const auto after = stored(folder);
  EXPECT_EQ(after.size(), 4u);
  for (const auto& [point, time] : before) EXPECT_EQ(after.at(point), time);
  run(other, {"./e.yaml"});
  EXPECT_EQ(table(folder, "e"), table(other, "e"));
}

TEST(Experiment, FindsFilesOfAGpuBesideItself) {
  const TemporaryFolder folder;
  fs::create_directories(folder.path() / "mine");
  folder.add("mine/gpu.yaml", read_text_file(data_file("configs/gpus/gtx480_lee2015.yaml"), "GPU"));
  folder.add("mine/e.yaml",
             "title: T\ngpu: ./gpu.yaml\nworkloads: w.yaml\nconfigurations:\n  - {name: a}\n"
             "series:\n  - {name: a, value: a.cycles}\n");
  folder.add("mine/w.yaml", "workloads:\n  - {workload: vectoradd}\n");
  EXPECT_EQ(heddle({"experiment", "mine/e.yaml", "--check"}, folder).err, "");
}

TEST(Experiment, OfOneNameWouldWriteOneFolder) {
  const TemporaryFolder folder;
  for (const std::string of : {"a", "b"}) {
    fs::create_directories(folder.path() / of);
    folder.add(of + "/e.yaml",
               "title: T\nworkloads: w.yaml\nconfigurations:\n  - {name: a}\n"
               "series:\n  - {name: a, value: a.cycles}\n");
    folder.add(of + "/w.yaml", "workloads:\n  - {workload: vectoradd}\n");
  }
  EXPECT_EQ(heddle({"experiment", "a/e.yaml", "a/e.yaml", "--check"}, folder).status, 0);
  const Ran ran = heddle({"experiment", "a/e.yaml", "b/e.yaml", "--check"}, folder);
  EXPECT_EQ(ran.status, 1);
  EXPECT_NE(ran.err.find("two experiments would write the same folder of results: 'e'"), std::string::npos)
      << ran.err;
}

TEST(Experiment, TellsWhatAFailedRunSaid) {
  const TemporaryFolder folder;
  folder.add("e.yaml",
             "title: T\nworkloads: w.yaml\nconfigurations:\n  - {name: a, set: [memory_mib=1, sms=1]}\n"
             "series:\n  - {name: a, value: a.cycles}\n");
  folder.add("w.yaml", "workloads:\n  - {workload: vectoradd, sizes: n=1000000}\n");
  const Ran ran = heddle({"experiment", "./e.yaml", "--no-chart"}, folder);
  EXPECT_EQ(ran.status, 1) << ran.out;
  EXPECT_NE(ran.err.find("the run failed; it said: heddle: error:"), std::string::npos) << ran.err;
  EXPECT_NE(ran.err.find("run vectoradd --size n=1000000"), std::string::npos) << ran.err;
  EXPECT_TRUE(stored(folder).empty());
}

}  // namespace
}  // namespace heddle::run_test
