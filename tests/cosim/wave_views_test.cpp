// SPDX-License-Identifier: Apache-2.0
// What viewers show of a wave is written beside it, and nothing of a user's is lost by that.
#include <gtest/gtest.h>

#include "models/base/scratch_folder.hpp"
#include "models/base/text_file.hpp"
#include "models/base/whole_file.hpp"
#include "tb/cosim/wave/recorder.hpp"

namespace heddle::wave_views_test {
namespace {

namespace fs = std::filesystem;

class WaveViews : public testing::Test {
 protected:
  fs::path file(const char* extension) const { return folder_.path() / (std::string("w") + extension); }
  std::string text(const char* extension) const { return read_text_file(file(extension), "file"); }
  void write(const char* extension, const std::string& text) const { WholeFile(file(extension)).write(text); }
  /// With the mismatch at this cycle, which the views mark.
  std::vector<std::string> write_wave(std::uint64_t mismatch) const {
    return Recorder({}).write_wave(file(".fst").string(), 1000, {.mismatch = mismatch});
  }

 private:
  ScratchFolder folder_;
};

TEST_F(WaveViews, WhatHeddleHasWrittenIsWrittenAnew) {
  EXPECT_TRUE(write_wave(7).empty());
  const std::string gtkwave = text(".gtkw"), surfer = text(".sucl");
  EXPECT_TRUE(gtkwave.starts_with("[*] ")) << gtkwave;
  EXPECT_TRUE(surfer.starts_with("# ")) << surfer;
  EXPECT_NE(surfer.find("cursor_set 6000\n"), std::string::npos) << surfer;
  EXPECT_TRUE(write_wave(9).empty());
  EXPECT_NE(text(".gtkw"), gtkwave);
  EXPECT_NE(text(".sucl").find("cursor_set 8000\n"), std::string::npos) << text(".sucl");
}

TEST_F(WaveViews, ChangedOnesStayAndAreNamed) {
  write_wave(7);
  const std::string edited = text(".gtkw") + "@28\nmine\n";
  write(".gtkw", edited);
  const std::vector<std::string> notes = write_wave(9);
  ASSERT_EQ(notes.size(), 1u);
  EXPECT_NE(notes[0].find(file(".gtkw").string() + " is left as it is"), std::string::npos) << notes[0];
  EXPECT_EQ(text(".gtkw"), edited);
  EXPECT_NE(text(".sucl").find("cursor_set 8000\n"), std::string::npos) << "this one was not changed";
}

TEST_F(WaveViews, OnesOfTheUsersStay) {
  for (const std::string own : {"", "variable_add mine\n", "# Heddle\nvariable_add mine\n"}) {
    write(".sucl", own);
    EXPECT_EQ(write_wave(7).size(), 1u) << own;
    EXPECT_EQ(text(".sucl"), own);
  }
  fs::remove(file(".sucl"));
  fs::create_directory(file(".sucl"));
  EXPECT_EQ(write_wave(7).size(), 1u);
  fs::remove(file(".sucl"));
  EXPECT_TRUE(write_wave(7).empty()) << "its place is free again";
}

}  // namespace
}  // namespace heddle::wave_views_test
