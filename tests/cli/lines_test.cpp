// SPDX-License-Identifier: Apache-2.0
// heddle lines: from a run to the table, and bad input.
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>
#include <set>

#include "tests/cli/program.hpp"
#include "tests/lines/made_lines.hpp"

namespace heddle::lines_test {
namespace {

TEST(Lines, OfARunAreCompared) {
  const TemporaryFolder folder;
  const Ran run = heddle({"run", "scan", "--small", "--with", "line_compression", "--set",
                          "line_compression.record_lines=true", "--out", "r"},
                         folder);
  ASSERT_EQ(run.status, 0) << run.err;
  const Ran lines = heddle({"lines", "r/lines.bin", "--json", "lines.json"}, folder);
  ASSERT_EQ(lines.status, 0) << lines.err;
  const auto json = nlohmann::json::parse(content_of(folder.path() / "lines.json"));
  for (const char* row : {"BDI", "E2MC16, 4 ways", "Shannon's bound, 16 bits", "lz4, each line alone"}) {
    EXPECT_NE(lines.out.find(row), std::string::npos) << lines.out;
    EXPECT_GT(json.at("ratios").at(row).at("all_lines").at("raw"), 1) << row;
  }
  const Ran table = heddle({"lines", "r/lines.bin", "--markdown"}, folder);
  EXPECT_NE(table.out.find("| `r` | "), std::string::npos) << table.out;
}

TEST(Lines, CodecsAreMeasuredOnThem) {
  const TemporaryFolder folder;
  folder.add("l.bin", file_of(made_lines(20, 4, 1)));
  const Ran ran = heddle({"bench", "--codecs", "--codec-data", "l.bin", "--json", "c.json"}, folder);
  ASSERT_EQ(ran.status, 0) << ran.err;
  const auto json = nlohmann::json::parse(content_of(folder.path() / "c.json"));
  std::set<std::string> measured;
  for (const auto& row : json.at("codecs"))
    if (row.at("data") == "files") {
      EXPECT_GT(row.at("compress_gb_per_second").at("median"), 0) << row;
      measured.insert(row.at("codec").get<std::string>());
    }
  for (const char* codec : {"BDI", "FPC", "FPC, segments of 4 words", "C-Pack", "C-Pack, 4 values ahead",
                            "best of these", "E2MC4", "E2MC32, 4 ways"})
    EXPECT_TRUE(measured.contains(codec)) << codec;
  EXPECT_EQ(json.at("promises").size(), 2 * measured.size());
}

TEST(Lines, BadFilesAreNamed) {
  const TemporaryFolder folder;
  const std::string good = file_of(made_lines(20, 4, 1));
  folder.add("good.bin", good);
  folder.add("text.bin", "lines: 4\n");
  folder.add("cut.bin", good.substr(0, good.size() - 1));
  folder.add("none.bin", file_of({}));
  std::string later = good;
  later[8] = 9;
  folder.add("later.bin", later);
  expect_refused(folder, {"lines", "absent.bin"}, {"cannot read the file of memory lines", "'absent.bin'"});
  expect_refused(folder, {"lines", "text.bin"}, {"no file of memory lines", "'text.bin'"});
  expect_refused(folder, {"lines", "good.bin", "cut.bin"}, {"truncated", "'cut.bin'"});
  expect_refused(folder, {"lines", "none.bin"}, {"no memory lines in the file", "'none.bin'"});
  expect_refused(folder, {"lines", "later.bin"}, {"another version", "'later.bin'", "version 2"});
  expect_refused(folder, {"lines", "good.bin", "--json", "absent/x.json"},
                 {"cannot be written", "absent/x.json"});
  expect_refused(folder, {"lines"}, {"files is required"}, 2);
  expect_refused(folder, {"bench", "--codecs", "--codec-data", "cut.bin", "--json", "c.json"},
                 {"truncated", "'cut.bin'"});
  expect_refused(folder, {"bench", "--codec-data", "good.bin"}, {"--codec-data requires --codecs"}, 2);
}

}  // namespace
}  // namespace heddle::lines_test
