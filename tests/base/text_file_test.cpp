// SPDX-License-Identifier: Apache-2.0
#include "models/base/text_file.hpp"

#include <gtest/gtest.h>
#include <sys/stat.h>

#include <fstream>
#include <thread>

#include "models/base/error.hpp"
#include "models/base/outside_limits.hpp"
#include "models/base/scratch_folder.hpp"

namespace heddle::text_file_test {
namespace {

namespace fs = std::filesystem;

class TextFile : public testing::Test {
 protected:
  static std::string problem(const fs::path& file) {
    try {
      read_text_file(file, "list");
    } catch (const Error& error) {
      EXPECT_EQ(error.problem().value, file.string());
      return error.problem().what;
    }
    return "it was read";
  }
  const ScratchFolder scratch_;
  const fs::path folder_ = scratch_.path();
};

TEST_F(TextFile, IsReadToItsEnd) {
  const std::string text = std::string(100'000, 'x') + '\0' + "end";
  std::ofstream(folder_ / "long", std::ios::binary) << text;
  EXPECT_EQ(read_text_file(folder_ / "long", "list"), text);
  std::ofstream(folder_ / "empty").flush();
  EXPECT_EQ(read_text_file(folder_ / "empty", "list"), "");
}

TEST_F(TextFile, LargerThanIsTakenOfItsKind) {
  const fs::path file = folder_ / "large.yaml";
  std::ofstream(file).flush();
  fs::resize_file(file, 4 * mebibyte);
  EXPECT_EQ(read_text_file(file, "configuration file").size(), 4 * mebibyte);
  fs::resize_file(file, 4 * mebibyte + 1);
  EXPECT_EQ(read_text_file(file, "list").size(), 4 * mebibyte + 1);
  try {
    read_text_file(file, "configuration file");
    FAIL() << "it was read";
  } catch (const Error& error) {
    EXPECT_EQ(error.problem().what, "cannot read the configuration file: it is larger than 4 MiB");
  }
}

TEST_F(TextFile, MayBeAPipe) {
  const fs::path pipe = folder_ / "pipe";
  ASSERT_EQ(::mkfifo(pipe.c_str(), 0600), 0);
  std::thread writer([&] { std::ofstream(pipe) << "text"; });
  EXPECT_EQ(read_text_file(pipe, "list"), "text");
  writer.join();
}

TEST_F(TextFile, WhatCannotBeReadIsSaid) {
  EXPECT_EQ(problem(folder_ / "none"), "cannot read the list: No such file or directory");
  EXPECT_EQ(problem(folder_), "cannot read the list: it is a folder");
  EXPECT_EQ(problem("/dev/zero"), "cannot read the list: it is a device");
  EXPECT_EQ(problem("/proc/self/mem"), "cannot read the list: Input/output error");
}

}  // namespace
}  // namespace heddle::text_file_test
