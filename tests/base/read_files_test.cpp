// SPDX-License-Identifier: Apache-2.0
#include "models/base/read_files.hpp"

#include <gtest/gtest.h>

#include <fstream>

#include "models/base/content_hash.hpp"
#include "models/base/scratch_folder.hpp"
#include "models/base/text_file.hpp"

namespace heddle::read_files_test {
namespace {

TEST(ReadFiles, AreNotedWithTheirContent) {
  const ScratchFolder folder;
  const auto file = folder.path() / "a";
  std::ofstream(file) << "one";
  const ReadScope scope;
  read_text_file(file, "list");
  read_text_file(file, "list");
  read_text_file(file, "list", FileRole::made);
  EXPECT_EQ(read_files(), (std::set<ReadFile>{{"list", file.string(), content_hash("one"), 3}}));
  std::ofstream(file) << "other";
  read_text_file(file, "list");
  EXPECT_EQ(read_files().size(), 2u) << "a file that changes while it is in use is told";
}

TEST(ReadFiles, OfAScopeAreItsOwnAndTheOutersAfterwards) {
  const ReadScope outer;
  note_read(ReadFile{"k", "/a", "1", 1});
  {
    const ReadScope inner;
    EXPECT_TRUE(read_files().empty());
    note_read(ReadFile{"k", "/b", "2", 1});
    EXPECT_EQ(read_files().size(), 1u);
  }
  EXPECT_EQ(read_files().size(), 2u);
}

}  // namespace
}  // namespace heddle::read_files_test
