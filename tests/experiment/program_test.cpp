// SPDX-License-Identifier: Apache-2.0
// Rows of an experiment that are programs of the user's own.
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "models/base/data_root.hpp"
#include "tests/cli/program.hpp"

namespace heddle::program_test {
namespace {

namespace fs = std::filesystem;

/// In a folder of its own, so that the paths are seen to be relative to it.
void add_experiment(const TemporaryFolder& folder, const std::string& rows) {
  fs::create_directories(folder.path() / "e");
  folder.add("e/layer.yaml", "sms: 2\n");
  folder.add("e/x.yaml",
             "title: T\nperturb: 1\nprograms:\n" + rows +
                 "configurations:\n  - {name: one, set: sms=1}\n  - {name: two, config: layer.yaml}\n"
                 "  - {name: other, gpu: fermi_jeon2015, set: sms=1}\n"
                 "series:\n  - {name: one, value: one.ipc}\n  - {name: two, value: two.ipc}\n"
                 "  - {name: other, value: other.ipc}\n");
}

Ran run(const TemporaryFolder& folder) { return heddle({"experiment", "e/x.yaml", "--no-chart"}, folder); }

nlohmann::json table(const TemporaryFolder& folder) {
  return nlohmann::json::parse(content_of(folder.path() / "results/experiments/x/table.json"));
}

bool says(const Ran& ran, const std::string& text) { return ran.out.find(text) != std::string::npos; }

TEST(ProgramRows, AreKernelsRecordingsAndWorkloads) {
  const TemporaryFolder folder;
  add_kernel(folder, "");
  const std::string recording =
      data_file("tests/hardware/recordings.zip").string() + ":graph_algos/graph_algos.json";
  add_experiment(folder, "  - {program: ../k.ptx, launch: ../k.yaml}\n  - {program: " +
                             fs::proximate(recording, folder.path() / "e").string() +
                             ", label: recorded}\n  - {workload: vectoradd, sizes: n=500}\n");
  const Ran ran = run(folder);
  ASSERT_EQ(ran.status, 0) << ran.err;
  EXPECT_EQ(table(folder)["workloads"], (nlohmann::json{"k", "recorded", "vectoradd"}));
  for (const auto& series : table(folder)["series"])
    for (const auto& value : series["values"]) EXPECT_GT(value, 0);
  EXPECT_NE(table(folder)["series"][0]["values"], table(folder)["series"][1]["values"]) << "one SM, two SMs";
}

TEST(ProgramRows, AreRunAgainWhenAFileHasChanged) {
  const TemporaryFolder folder;
  add_kernel(folder, "");
  add_experiment(folder, "  - {program: ../k.ptx, launch: ../k.yaml}\n");
  EXPECT_TRUE(says(run(folder), "3 points: 3 to run"));
  EXPECT_TRUE(says(run(folder), "3 points: 0 to run"));
  folder.add("k.yaml", content_of(folder.path() / "k.yaml") + "# another\n");
  EXPECT_TRUE(says(run(folder), "3 points: 3 to run"));
  add_kernel(folder, "add.u32 %r1, %r1, 0;\n");
  EXPECT_TRUE(says(run(folder), "3 points: 3 to run"));
  folder.add("e/layer.yaml", "sms: 3\n");
  EXPECT_TRUE(says(run(folder), "3 points: 1 to run"));
}

TEST(ProgramRows, ThatCannotRunAreRefusedFirst) {
  const TemporaryFolder folder;
  add_kernel(folder, "");
  folder.add("bad.ptx", "no PTX\n");
  const auto refused = [&](const std::string& row, const std::vector<std::string>& said) {
    add_experiment(folder, "  - " + row + "\n");
    expect_refused(folder, {"experiment", "e/x.yaml", "--no-chart"}, said);
  };
  refused("{program: ../k.ptx}", {"e/x.yaml:4:6", "needs a launch file"});
  refused("{program: ../k.ptx, launch: ../l.yaml}", {"l.yaml"});
  refused("{program: k.ptx, launch: ../k.yaml}", {"k.ptx"});
  refused("{program: ../bad.ptx, launch: ../k.yaml}", {"bad.ptx:1:1"});
  refused("{program: ../k.ptx, launch: ../k.yaml, workload: vectoradd}", {"either a workload or a program"});
  refused("{label: k}", {"e/x.yaml:4:6", "this row has no workload"});
  refused("{workload: vectoradd, launch: ../k.yaml}", {"e/x.yaml:4:6", "launches itself"});
  refused("{program: ../k.ptx, launch: ../k.yaml, size: small}", {"e/x.yaml:4:6", "`size` is of workloads"});
  refused("{program: ../k.ptx, launch: ../k.yaml, sizes: n=3}", {"no such size: 'n'"});
  refused("{program: ../k.cu}", {"k.cu"});
}

}  // namespace
}  // namespace heddle::program_test
