// SPDX-License-Identifier: Apache-2.0
// The comparison of two builds: a program equals itself, and one that simulates something else is detected.
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>

#include "models/base/scratch_folder.hpp"
#include "tb/cosim/process/command.hpp"

namespace heddle::compare_builds_test {
namespace {

namespace fs = std::filesystem;

const std::string program = HEDDLE_BINARY_DIR "/heddle";

CommandResult compare(const std::string& other, std::vector<std::string> more = {}) {
  std::vector<std::string> command{HEDDLE_SOURCE_DIR "/tests/compare/compare_builds",
                                   program,
                                   other,
                                   "--jobs",
                                   "1",
                                   "--workloads",
                                   "vectoradd",
                                   "--machines",
                                   "baseline,compressed,renamed"};
  command.insert(command.end(), more.begin(), more.end());
  return run_command(command);
}

/// Returns a program that passes its arguments and `more` to Heddle, and edits all its output with a sed
/// command.
std::string disguised(const fs::path& folder, const std::string& more, const std::string& command) {
  const fs::path file = folder / "heddle";
  std::ofstream(file) << "#!/bin/bash\nset -o pipefail\ncd " HEDDLE_SOURCE_DIR "\n"
                      << program << " \"$@\" " << more << " | sed '" << command << "' || exit\n"
                      << "while (($# > 1)); do [[ $1 == --out ]] && results=$(dirname \"$2\"); shift; done\n"
                      << "[[ -z ${results-} ]] || find \"$results\" -type f -exec sed -i '" << command
                      << "' {} +\n";
  fs::permissions(file, fs::perms::owner_all);
  return file.string();
}

TEST(CompareBuilds, AProgramEqualsItself) {
  const CommandResult r = compare(program);
  EXPECT_EQ(r.exit_code, 0) << r.output;
  EXPECT_NE(r.output.find("3 of 3 runs are the same; 0 are refused by both"), std::string::npos) << r.output;
}

TEST(CompareBuilds, AnotherMachineIsFound) {
  const ScratchFolder folder;
  const CommandResult r = compare(disguised(folder.path(), "--set sm.operations.integer.add.latency=5", ""));
  EXPECT_EQ(r.exit_code, 1) << r.output;
  EXPECT_NE(r.output.find("compressed vectoradd: "), std::string::npos) << r.output;
  EXPECT_NE(r.output.find("0 of 3 runs are the same"), std::string::npos) << r.output;
}

/// Only words that the table of renamed statistics lists may differ.
TEST(CompareBuilds, ANewWordMustBeInTheTable) {
  const ScratchFolder folder;
  const std::string other = disguised(folder.path(), "", "s/\\bleakage\\b/loss/g");
  EXPECT_EQ(compare(other).exit_code, 1);
  const fs::path renames = folder.path() / "renames.yaml";
  std::ofstream(renames) << "leakage: loss\n";
  const CommandResult r = compare(other, {"--renames", renames});
  EXPECT_EQ(r.exit_code, 0) << r.output;
  std::ofstream(renames) << "dynamic: loss\n";
  EXPECT_EQ(compare(other, {"--renames", renames}).exit_code, 1) << "of another word";
}

}  // namespace
}  // namespace heddle::compare_builds_test
