// SPDX-License-Identifier: Apache-2.0
// What somebody else has written stays, and what cannot be written is an error.
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "models/base/data_root.hpp"
#include "tests/cli/program.hpp"

namespace heddle::nothing_lost_test {
namespace {

namespace fs = std::filesystem;
using Words = std::vector<std::string>;

Words vectoradd(const Words& more) {
  Words words{"run", "vectoradd", "--small", "--set", "sms=1"};
  words.insert(words.end(), more.begin(), more.end());
  return words;
}

Ran run_well(const TemporaryFolder& folder, const Words& words) {
  Ran ran = heddle(words, folder);
  EXPECT_EQ(ran.status, 0) << ran.err;
  return ran;
}

TEST(ResultFolderOfARun, IsNoFolderOfSomebodyElse) {
  const TemporaryFolder folder;
  fs::create_directory(folder.path() / "other");
  folder.add("other/stats.json", "{\"my\":\"stats\"}");
  folder.add("other/thesis.tex", "thesis");
  expect_refused(folder, vectoradd({"--out", "other"}), {"in the way", "other"});
  EXPECT_EQ(content_of(folder.path() / "other/stats.json"), "{\"my\":\"stats\"}");
  EXPECT_EQ(content_of(folder.path() / "other/thesis.tex"), "thesis");
  folder.add("other/manifest.json", "{\"written\": 3}");  // somebody else's, too
  expect_refused(folder, vectoradd({"--out", "other"}), {"in the way", "other"});
}

TEST(ResultFolderOfARun, KeepsWhatLiesBesideTheResults) {
  const TemporaryFolder folder;
  run_well(folder, vectoradd({"--out", "r", "--coverage"}));
  folder.add("r/notes.md", "notes");
  fs::create_directory(folder.path() / "r/more");
  folder.add("r/more/stats.json", "mine");
  run_well(folder, vectoradd({"--out", "r"}));
  EXPECT_EQ(content_of(folder.path() / "r/notes.md"), "notes");
  EXPECT_EQ(content_of(folder.path() / "r/more/stats.json"), "mine");
  EXPECT_FALSE(fs::exists(folder.path() / "r/coverage.json")) << "of the run before";
  EXPECT_TRUE(fs::exists(folder.path() / "r/stats.json"));
}

TEST(ResultFolderOfARun, TakesFilesThatTheRunWritesOnItsWay) {
  for (const char* name : {"r", "r/deeper", "sorted/results/"}) {
    const TemporaryFolder folder;
    const std::string out = name;
    for (int round = 0; round < 2; ++round) {
      run_well(folder, vectoradd({"--out", out, "--timeline", out + "/t.json", "--samples", out + "/s.csv",
                                  "--sample", "cycles", "--with", "warped_compression", "--record-registers",
                                  out + "/r.bin"}));
      for (const char* file : {"t.json", "s.csv", "r.bin", "stats.json", "manifest.json"})
        EXPECT_TRUE(fs::exists(folder.path() / out / file)) << out << " lacks " << file;
    }
  }
}

TEST(ResultFolderOfARun, RefusesToReplaceWhatWasChanged) {
  const TemporaryFolder folder;
  run_well(folder, vectoradd({"--out", "r"}));
  folder.add("r/config.yaml", "# with my remarks");
  expect_refused(folder, vectoradd({"--out", "r"}), {"r/config.yaml", "was changed"});
  EXPECT_EQ(content_of(folder.path() / "r/config.yaml"), "# with my remarks");
}

TEST(ResultFolderOfARun, RefusesNamesThatResultsHave) {
  const TemporaryFolder folder;
  for (const char* option : {"--timeline", "--record-registers"})
    expect_refused(folder, vectoradd({"--out", "r", option, "r/stats.json"}),
                   {"another result", "r/stats.json"});
  expect_refused(folder, vectoradd({"--out", "r", "--samples", "r/manifest.json", "--sample", "cycles"}),
                 {"another result"});
  run_well(folder, vectoradd({"--out", "r"}));
  folder.add("r/coverage.json", "mine");
  expect_refused(folder, vectoradd({"--out", "r", "--coverage"}), {"in the way", "r/coverage.json"});
}

TEST(AFullDisk, IsAnError) {
  const TemporaryFolder folder;
  for (const Words& option :
       {Words{"--timeline", "/dev/full"}, Words{"--samples", "/dev/full", "--sample", "cycles"},
        Words{"--with", "warped_compression", "--record-registers", "/dev/full"}}) {
    Words words = vectoradd({"--no-out"});
    words.insert(words.end(), option.begin(), option.end());
    const Ran ran = heddle(words, folder);
    EXPECT_EQ(ran.status, 1) << option[0];
    EXPECT_NE(ran.err.find("cannot be written"), std::string::npos) << ran.err;
  }
  const Ran drawn = heddle({"kernel", "vectoradd", "--cfg", "/dev/full"}, folder);
  EXPECT_EQ(drawn.status, 1);
  EXPECT_NE(drawn.err.find("/dev/full"), std::string::npos) << drawn.err;
}

TEST(AFullDisk, EndsACampaignOfRandomKernels) {
  const TemporaryFolder folder;
  for (const char* file : {"seeds.log", "coverage.json"}) {
    fs::create_directory(folder.path() / "f");
    fs::create_symlink("/dev/full", folder.path() / "f" / file);
    const Ran ran = heddle({"fuzz", "--kernels", "1", "--out", "f", "--jobs", "1"}, folder);
    EXPECT_EQ(ran.status, 1) << file;
    EXPECT_NE(ran.err.find("cannot be written"), std::string::npos) << ran.err;
    fs::remove_all(folder.path() / "f");
  }
}

/// Runs saxpy with y written to this file.
class LaunchFileThatWrites : public testing::Test {
 protected:
  Words words(const std::string& write, const Words& more = {}) const {
    const std::string ptx = data_file("configs/launches/saxpy.ptx").string();
    folder.add("k.yaml",
               "kernel: saxpy\ngrid: [1]\ncta: [32]\narguments:\n"
               "  - {type: s32, value: 4}\n  - {type: f32, value: 2}\n  - {type: f32, count: 4}\n"
               "  - {name: y, type: f32, count: 4, write: '" +
                   write + "'}\n");
    Words all{"run", ptx, "--launch", "k.yaml", "--functional"};
    all.insert(all.end(), more.begin(), more.end());
    return all;
  }
  void refuses(const std::string& write, const std::string& said, const Words& more = {}) const {
    expect_refused(folder, words(write, more), {"k.yaml:8:", said, write});
  }
  const TemporaryFolder folder{};
};

TEST_F(LaunchFileThatWrites, ReplacesItsOwnFilesAlone) {
  run_well(folder, words("y.bin"));
  EXPECT_EQ(content_of(folder.path() / "y.bin"), std::string(16, '\0'));
  run_well(folder, words("y.bin"));
  folder.add("y.bin", "edited");
  refuses("y.bin", "has not written it");
  EXPECT_EQ(content_of(folder.path() / "y.bin"), "edited");
  fs::create_directory(folder.path() / "victim");
  folder.add("victim/.bashrc", "mine");
  refuses("victim/.bashrc", "has not written it");
  EXPECT_EQ(content_of(folder.path() / "victim/.bashrc"), "mine");
  run_well(folder, words("victim/.bashrc", {"--overwrite"}));
  EXPECT_EQ(content_of(folder.path() / "victim/.bashrc").size(), 16u);
}

TEST_F(LaunchFileThatWrites, StaysBelowTheWorkingFolder) {
  const TemporaryFolder elsewhere;
  const std::string outside = (elsewhere.path() / "y.bin").string();
  fs::create_directory(folder.path() / "in");
  fs::create_directory_symlink(elsewhere.path(), folder.path() / "link");
  fs::create_symlink(outside, folder.path() / "dangling");
  for (const std::string& write : {std::string("../y.bin"), std::string("in/../y.bin"), outside,
                                   std::string("link/y.bin"), std::string("dangling")})
    refuses(write, "below the working folder");
  EXPECT_TRUE(entries(elsewhere).empty());
  refuses("y.bin", "writes below", {"--write-below", "in"});
  run_well(folder, words(outside, {"--write-below", elsewhere.path().string()}));
  EXPECT_TRUE(fs::exists(outside));
}

TEST_F(LaunchFileThatWrites, NamesEachFileOnce) {
  const std::string two =
      "kernel: saxpy\ngrid: [1]\ncta: [32]\narguments:\n  - {type: s32, value: 4}\n  - {type: f32, value: "
      "2}\n"
      "  - {type: f32, count: 4, write: a}\n  - {type: f32, count: 4, write: ./a}\n";
  words("y.bin");
  folder.add("k.yaml", two);
  expect_refused(
      folder, {"run", data_file("configs/launches/saxpy.ptx").string(), "--launch", "k.yaml", "--functional"},
      {"k.yaml:8:", "another buffer"});
}

}  // namespace
}  // namespace heddle::nothing_lost_test
