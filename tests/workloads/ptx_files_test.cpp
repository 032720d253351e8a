// The committed PTX is what the committed CUDA sources give.
#include <gtest/gtest.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>

#include "models/base/data_root.hpp"
#include "tests/workloads/temporary_folder.hpp"

namespace heddle {
namespace {

namespace fs = std::filesystem;

std::string text_of(const fs::path& file) {
  std::ifstream in(file, std::ios::binary);
  return {std::istreambuf_iterator<char>(in), {}};
}

bool succeeds(const std::string& command) { return std::system(command.c_str()) == 0; }

bool has_clang(const std::string& version) {
  return succeeds("clang++-" + version + " --version > /dev/null 2>&1");
}

const char* const folders[] = {"bfs", "hotspot", "matmul", "pathfinder", "vectoradd"};

class PtxFiles : public testing::TestWithParam<std::string> {};

TEST_P(PtxFiles, AreUpToDate) {
  const std::string version = GetParam();
  if (!has_clang(version)) GTEST_SKIP() << "clang++-" << version << " is not on this machine";
  const TemporaryFolder folder;
  ASSERT_TRUE(
      succeeds(fmt::format("'{}' --to '{}' clang++-{}", data_file("tb/workloads/compile_ptx").string(),
                           folder.path().string(), version)));
  for (const std::string name : folders) {
    const std::string made = text_of(folder.path() / fmt::format("{}.clang{}.ptx", name, version));
    const fs::path kept = data_file(fmt::format("tb/workloads/{}/kernel.clang{}.ptx", name, version));
    EXPECT_GT(made.size(), 500u) << name;
    EXPECT_TRUE(made == text_of(kept))
        << kept << " is out of date: run tb/workloads/compile_ptx clang++-" << version;
  }
}

INSTANTIATE_TEST_SUITE_P(Clang, PtxFiles, testing::Values("14", "19"));

TEST(PtxFiles, TheExampleOfALaunchFileIsUpToDate) {
  if (!has_clang("19")) GTEST_SKIP() << "clang++-19 is not on this machine";
  const TemporaryFolder folder;
  ASSERT_TRUE(succeeds(fmt::format("'{}' --to '{}' --source '{}' clang++-19",
                                   data_file("tb/workloads/compile_ptx").string(), folder.path().string(),
                                   data_file("configs/launches/saxpy.cu").string())));
  EXPECT_TRUE(text_of(folder.path() / "saxpy.ptx") == text_of(data_file("configs/launches/saxpy.ptx")));
}

TEST(PtxFiles, NameNoFolderOfAMachine) {
  for (const std::string name : folders)
    for (const std::string version : {"14", "19"}) {
      const std::string ptx =
          text_of(data_file(fmt::format("tb/workloads/{}/kernel.clang{}.ptx", name, version)));
      EXPECT_EQ(ptx.find(data_root().string()), std::string::npos) << name;
      EXPECT_EQ(ptx.find("/usr/"), std::string::npos) << name;
    }
}

}  // namespace
}  // namespace heddle
