// SPDX-License-Identifier: Apache-2.0
// Child processes, and result folders.
#include <gtest/gtest.h>
#include <unistd.h>

#include <csignal>
#include <map>

#include "models/base/error.hpp"
#include "models/base/read_files.hpp"
#include "models/base/text_file.hpp"
#include "models/host/status.hpp"
#include "tb/run/child_process.hpp"
#include "tb/run/report.hpp"
#include "tb/run/result_folder.hpp"
#include "tests/cli/program.hpp"

namespace heddle::processes_and_folders_test {
namespace {

TEST(ChildProcess, ReturnsItsText) {
  const std::string large(3'000'000, 'x');  // more than a pipe holds
  EXPECT_EQ(in_child_process("it", [&] { return large; }), large);
  EXPECT_EQ(in_child_process("it", [] { return std::string(); }), "");
}

TEST(ChildProcess, IsAnotherOne) {
  EXPECT_NE(in_child_process("it", [] { return std::to_string(getpid()); }), std::to_string(getpid()));
}

TEST(ChildProcess, PassesItsErrorOn) {
  try {
    in_child_process("it", []() -> std::string {
      throw Error({.place = "a:1", .what = "b", .value = "c\xff", .legal = "d", .nearest = "e"});
    });
    FAIL() << "nothing was thrown";
  } catch (const Error& error) {
    EXPECT_EQ(error.problem().place, "a:1");
    EXPECT_EQ(error.problem().what, "b");
    EXPECT_EQ(error.problem().legal, "d");
    EXPECT_EQ(error.problem().nearest, "e");
  }
}

TEST(ChildProcess, PassesTheStatusOfAnErrorOn) {
  try {
    in_child_process("it", []() -> std::string { throw ApiError(Status::launch_timeout, {.what = "b"}); });
    FAIL() << "nothing was thrown";
  } catch (const ApiError& error) {
    EXPECT_EQ(error.status(), Status::launch_timeout);
    EXPECT_EQ(error.problem().what, "b");
  }
}

TEST(ChildProcess, ThatDiesIsNamed) {
  try {
    in_child_process("pathfinder", []() -> std::string {
      std::raise(SIGKILL);
      return "";
    });
    FAIL() << "nothing was thrown";
  } catch (const ProcessEnded& error) {
    EXPECT_EQ(error.signal(), SIGKILL);
    EXPECT_EQ(error.problem().place, "pathfinder");
    EXPECT_NE(error.problem().value.find("signal 9"), std::string::npos);
  }
}

TEST(ResultFolder, ReplacesEarlierResultsAsAWhole) {
  const TemporaryFolder folder;
  const ResultFolder results(folder.path() / "a/b");
  EXPECT_TRUE(entries(folder).empty());  // a check alone changes nothing
  results.write({{"stats.json", "1"}, {"more", "2"}});
  results.write({{"stats.json", "3"}});
  EXPECT_EQ(content_of(folder.path() / "a/b/stats.json"), "3");
  EXPECT_FALSE(std::filesystem::exists(folder.path() / "a/b/more"));
  EXPECT_EQ(std::distance(std::filesystem::directory_iterator(folder.path() / "a"), {}), 1);
}

TEST(ResultFolder, ThatCannotBeWrittenLeavesTheEarlierOne) {
  const TemporaryFolder folder;
  const ResultFolder results(folder.path() / "a");
  results.write({{"stats.json", "1"}});
  EXPECT_THROW(results.write({{"stats.json", "2"}, {"no/such/folder", "3"}}), Error);
  EXPECT_EQ(content_of(folder.path() / "a/stats.json"), "1");
  EXPECT_EQ(entries(folder), std::set<std::string>{"a"});
}

TEST(ResultFolder, LeavesWhatIsNotItsOwn) {
  const TemporaryFolder folder;
  const ResultFolder results(folder.path() / "a");
  results.write({{"stats.json", "1"}, {"old", "2"}});
  folder.add("a/notes", "mine");
  folder.add("a/old", "edited meanwhile");
  results.write({{"stats.json", "3"}});
  EXPECT_EQ(content_of(folder.path() / "a/stats.json"), "3");
  EXPECT_EQ(content_of(folder.path() / "a/notes"), "mine");
  EXPECT_EQ(content_of(folder.path() / "a/old"), "edited meanwhile");
  try {
    results.write({{"stats.json", "4"}, {"notes", "5"}});
    FAIL() << "it replaced a file of somebody else's";
  } catch (const Error& error) {
    const std::string& what = error.problem().what;
    const std::string kept = what.substr(what.find(" kept in ") + 9);
    EXPECT_EQ(content_of(std::filesystem::path(kept) / "notes"), "5") << "the results must not be lost";
  }
  EXPECT_EQ(content_of(folder.path() / "a/notes"), "mine");
  EXPECT_EQ(content_of(folder.path() / "a/stats.json"), "3");
}

TEST(ChildProcess, PassesOnWhatItHasRead) {
  const TemporaryFolder folder;
  const std::string file = folder.add("read", "text");
  const ReadScope scope;
  in_child_process("it", [&] { return read_text_file(file, "list"); });
  ASSERT_EQ(read_files().size(), 1u);
  EXPECT_EQ(read_files().begin()->path, file);
}

TEST(Report, GroupsDigits) {
  EXPECT_EQ(grouped(0), "0");
  EXPECT_EQ(grouped(999), "999");
  EXPECT_EQ(grouped(1000), "1,000");
  EXPECT_EQ(grouped(1'234'567), "1,234,567");
}

}  // namespace
}  // namespace heddle::processes_and_folders_test
