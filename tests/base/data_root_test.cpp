// SPDX-License-Identifier: Apache-2.0
#include "models/base/data_root.hpp"

#include <gtest/gtest.h>

#include <cstdlib>

#include "models/base/error.hpp"

namespace heddle::data_root_test {
namespace {

class DataRoot : public testing::Test {
 protected:
  void TearDown() override { unsetenv("HEDDLE_DATA"); }
};

TEST_F(DataRoot, IsTheSourceTreeOfABuildThatIsNotInstalled) {
  unsetenv("HEDDLE_DATA");
  EXPECT_EQ(data_root(), HEDDLE_SOURCE_DIR);
  EXPECT_TRUE(std::filesystem::exists(data_file("configs")));
}

TEST_F(DataRoot, FollowsTheEnvironment) {
  const auto folder = std::filesystem::temp_directory_path() / "heddle-data-root-test";
  std::filesystem::create_directories(folder / "configs");
  setenv("HEDDLE_DATA", folder.c_str(), 1);
  EXPECT_EQ(data_root(), folder);
  std::filesystem::remove_all(folder);
}

TEST_F(DataRoot, AWrongEnvironmentIsAnError) {
  setenv("HEDDLE_DATA", "/nonexistent", 1);
  try {
    data_root();
    FAIL();
  } catch (const Error& e) {
    EXPECT_EQ(e.problem().value, "/nonexistent");
    EXPECT_EQ(e.problem().place, "environment variable HEDDLE_DATA");
  }
}

TEST_F(DataRoot, AMissingFileIsAnError) {
  try {
    data_file("configs/none.yaml");
    FAIL();
  } catch (const Error& e) {
    EXPECT_EQ(e.problem().value, "configs/none.yaml");
  }
}

}  // namespace
}  // namespace heddle::data_root_test
