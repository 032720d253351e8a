// SPDX-License-Identifier: Apache-2.0
// The examples of configs/launches/README.md run, and each checks something that a wrong reading would break.
#include <gtest/gtest.h>

#include <sstream>

#include "models/base/data_root.hpp"
#include "models/base/error.hpp"
#include "models/base/text_file.hpp"
#include "models/host/functional_device.hpp"
#include "tb/workloads/launch_file.hpp"
#include "tests/workloads/temporary_folder.hpp"

namespace heddle::launch_page_test {
namespace {

namespace fs = std::filesystem;

std::vector<std::string> examples() {
  std::vector<std::string> all;
  std::istringstream page(read_text_file(data_file("configs/launches/README.md"), "page"));
  bool inside = false;
  for (std::string line; std::getline(page, line);) {
    if (line == "```yaml") {
      inside = true;
      all.emplace_back();
    } else if (line == "```") {
      inside = false;
    } else if (inside) {
      all.back() += line + "\n";
    }
  }
  return all;
}

/// Runs an example as if it stood beside the page, where its files are.
WorkloadResult run(std::string text) {
  const fs::path folder = data_file("configs/launches");
  for (std::size_t at = 0; (at = text.find("file: ", at)) != std::string::npos; at += 6)
    text.insert(at + 6, folder.string() + "/");
  const TemporaryFolder temporary;
  const LaunchFile launch = load_launch_file(temporary.add("example.yaml", text));
  check_fits(launch, {(folder / "features.ptx").string()}, {});
  FunctionalDevice device;
  Context context(device);
  return run_launch(context, context.load(folder / "features.ptx"), launch);
}

std::string replaced(std::string text, const std::string& from, const std::string& to) {
  const auto at = text.find(from);
  EXPECT_NE(at, std::string::npos) << from;
  return text.replace(at, from.size(), to);
}

TEST(LaunchPage, ItsExamplesRun) {
  const auto all = examples();
  EXPECT_EQ(all.size(), 5u);
  for (const std::string& text : all) {
    const WorkloadResult result = run(text);
    EXPECT_TRUE(result.passed()) << result.first << "\n" << text;
  }
  EXPECT_EQ(run(all[2]).figures.size(), 4u);
  EXPECT_EQ(run(all[2]).figures[3].name, "read_counts_3");
  EXPECT_EQ(run(all[2]).figures[3].value, 10);
  EXPECT_EQ(run(all[4]).figures[0].value, 15);
}

TEST(LaunchPage, ItsExamplesFailWhenWhatTheyShowIsOtherwise) {
  const auto all = examples();
  EXPECT_FALSE(run(replaced(all[0], "offset: 4 * 4", "offset: 3 * 4")).passed());
  EXPECT_FALSE(run(replaced(all[0], "value: 4", "value: 3")).passed());
  EXPECT_FALSE(run(replaced(all[1], "value: 6", "value: 5")).passed());
  EXPECT_FALSE(run(replaced(all[2], "value: 40", "value: 39")).passed());
  EXPECT_FALSE(run(replaced(all[3], "width: 3, height: 2", "width: 2, height: 3")).passed());
  EXPECT_FALSE(run(replaced(all[4], ", ulp: 4", "")).passed());
  EXPECT_FALSE(run(replaced(all[4], "ulp: 4", "ulp: 1")).passed());
  try {
    run(replaced(all[4], "most: 20", "most: 3"));
    FAIL() << "the loop ended";
  } catch (const Error& error) {
    EXPECT_EQ(error.problem().what, "the loop has not ended after 3 rounds: busy is not 0");
    EXPECT_EQ(error.problem().value, "1");
  }
}

}  // namespace
}  // namespace heddle::launch_page_test
