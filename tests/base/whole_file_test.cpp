// SPDX-License-Identifier: Apache-2.0
#include "models/base/whole_file.hpp"

#include <fmt/format.h>
#include <gtest/gtest.h>
#include <sys/stat.h>
#include <unistd.h>

#include <thread>

#include "models/base/error.hpp"
#include "models/base/scratch_folder.hpp"
#include "models/base/text_file.hpp"

namespace heddle::whole_file_test {
namespace {

namespace fs = std::filesystem;

class WholeFiles : public testing::Test {
 protected:
  static bool refuses(const fs::path& file) {
    try {
      WholeFile(file).write("text");
    } catch (const Error& error) {
      return error.problem().what == "the file cannot be written";
    }
    return false;
  }
  std::size_t files() const {
    return static_cast<std::size_t>(std::distance(fs::directory_iterator(folder_), {}));
  }
  const ScratchFolder scratch_;
  const fs::path folder_ = scratch_.path();
};

TEST_F(WholeFiles, ReplaceTheOldWhenFinished) {
  const fs::path file = folder_ / "a";
  WholeFile(file).write("old");
  {
    WholeFile fresh(file);
    EXPECT_EQ(read_text_file(file, "file"), "old");
    fresh.write("new");
  }
  EXPECT_EQ(read_text_file(file, "file"), "new");
  { const WholeFile forgotten(file); }
  EXPECT_EQ(read_text_file(file, "file"), "new");
  EXPECT_EQ(files(), 1u);
}

TEST_F(WholeFiles, ALinkKeepsPointingWhereItPoints) {
  WholeFile(folder_ / "target").write("old");
  fs::create_symlink("target", folder_ / "link");
  WholeFile(folder_ / "link").write("new");
  EXPECT_TRUE(fs::is_symlink(folder_ / "link"));
  EXPECT_EQ(read_text_file(folder_ / "target", "file"), "new");
}

TEST_F(WholeFiles, ALinkToWhatIsNotThereYetKeepsPointingThere) {
  fs::create_symlink("later", folder_ / "link");
  WholeFile(folder_ / "link").write("new");
  EXPECT_TRUE(fs::is_symlink(folder_ / "link"));
  EXPECT_EQ(read_text_file(folder_ / "later", "file"), "new");
  fs::create_symlink("round", folder_ / "round");
  EXPECT_TRUE(refuses(folder_ / "round"));
}

TEST_F(WholeFiles, AFileInMemoryIsReplacedAsOthersAre) {
  ASSERT_TRUE(fs::is_directory("/dev/shm")) << "POSIX shared memory, which each Linux has";
  const fs::path file = fs::path("/dev/shm") / fmt::format("heddle_whole_file_{}", ::getpid());
  WholeFile(file).write("old");
  WholeFile(file).write("new");
  const std::string text = read_text_file(file, "file");
  fs::remove(file);
  EXPECT_EQ(text, "new");
}

TEST_F(WholeFiles, NamesWhatAKilledProcessHasLeft) {
  const FreshFile fresh(folder_ / "a.json");
  EXPECT_EQ(unfinished(fresh.path().filename().string()), "a.json");
  for (const char* other :
       {"a.json", ".a.json", ".a.json.partial-", ".a.json.partial-x", "a.partial-1", ".partial-1"})
    EXPECT_EQ(unfinished(other), std::nullopt) << other;
}

TEST_F(WholeFiles, ADeviceOrAPipeStaysOne) {
  WholeFile("/dev/null").write("text");
  EXPECT_TRUE(fs::is_character_file("/dev/null"));
  const fs::path pipe = folder_ / "pipe";
  ASSERT_EQ(::mkfifo(pipe.c_str(), 0600), 0);
  std::string text;
  std::thread reader([&] { text = read_text_file(pipe, "file"); });
  WholeFile(pipe).write("text");
  reader.join();
  EXPECT_EQ(text, "text");
  EXPECT_TRUE(fs::is_fifo(pipe));
}

TEST_F(WholeFiles, WhatCannotBeWrittenIsRefused) {
  EXPECT_TRUE(refuses("/dev/full")) << "as a full disk";
  EXPECT_TRUE(refuses(folder_));
  EXPECT_TRUE(refuses(folder_ / "none" / "a"));
  EXPECT_EQ(files(), 0u);
}

}  // namespace
}  // namespace heddle::whole_file_test
