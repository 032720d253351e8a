// SPDX-License-Identifier: Apache-2.0
// The committed PTX equals what the installed compilers make of the committed CUDA sources.
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <string>
#include <tuple>

#include "models/base/data_root.hpp"
#include "models/base/text_file.hpp"
#include "tb/workloads/workload.hpp"
#include "tests/workloads/temporary_folder.hpp"

namespace heddle::ptx_files_test {
namespace {

namespace fs = std::filesystem;

std::string text_of(const fs::path& file) { return read_text_file(file, "file"); }

bool succeeds(const std::string& command) { return std::system(command.c_str()) == 0; }

bool has(const std::string& compiler) { return succeeds(compiler + " --version > /dev/null 2>&1"); }

std::string compile_ptx(const TemporaryFolder& folder, const std::string& arguments) {
  return fmt::format("'{}' --to '{}' {}", data_file("tb/workloads/compile_ptx").string(),
                     folder.path().string(), arguments);
}

struct Variant {
  std::string name, compiler, bits, option{};
};

const std::vector<Variant> variants{{"clang14", "clang++-14", "64"},
                                    {"clang14-32", "clang++-14", "32"},
                                    {"clang19", "clang++-19", "64"},
                                    {"clang19-32", "clang++-19", "32"}};
/// The variant of kernels with approximate regions.
const Variant marked{"clang14-approx", "clang++-14", "64", "--approx"};

using Case = std::tuple<std::string, Variant>;

/// There is a test for each file, so that ctest can compile several at a time.
class PtxFile : public testing::TestWithParam<Case> {};

/// Returns the workloads whose kernels are compiled; micro-kernels write their own PTX.
std::vector<std::string> compiled() {
  auto names = Registry<Workload>::instance().names();
  std::erase_if(names, [](const std::string& name) {
    return Registry<Workload>::instance().find(name).write_ptx != nullptr;
  });
  return names;
}

std::vector<Case> cases() {
  std::vector<Case> all;
  for (const std::string& workload : compiled()) {
    for (const Variant& variant : variants) all.emplace_back(workload, variant);
    const std::string source = text_of(data_file(fmt::format("tb/workloads/{}/kernel.cu", workload)));
    if (source.find("APPROX_BEGIN") != std::string::npos) all.emplace_back(workload, marked);
  }
  return all;
}

TEST_P(PtxFile, IsUpToDate) {
  const auto& [workload, variant] = GetParam();
  if (!has(variant.compiler)) GTEST_SKIP() << variant.compiler << " is not on this machine";
  const TemporaryFolder folder;
  ASSERT_TRUE(succeeds(compile_ptx(folder, fmt::format("--only {} --bits {} {} {}", workload, variant.bits,
                                                       variant.option, variant.compiler))));
  const std::string made = text_of(folder.path() / fmt::format("{}.{}.ptx", workload, variant.name));
  const fs::path kept = Registry<Workload>::instance().find(workload).ptx_file(variant.name);
  EXPECT_GT(made.size(), 500u);
  EXPECT_TRUE(made == text_of(kept)) << kept << " is out of date: run tb/workloads/compile_ptx";
}

INSTANTIATE_TEST_SUITE_P(Of, PtxFile, testing::ValuesIn(cases()), [](const auto& info) {
  std::string name = std::get<0>(info.param) + "_" + std::get<1>(info.param).name;
  std::replace(name.begin(), name.end(), '-', '_');
  return name;
});

TEST(PtxFiles, TheExampleOfALaunchFileIsUpToDate) {
  if (!has("clang++-19")) GTEST_SKIP() << "clang++-19 is not on this machine";
  const TemporaryFolder folder;
  ASSERT_TRUE(succeeds(compile_ptx(
      folder, fmt::format("--source '{}' clang++-19", data_file("configs/launches/saxpy.cu").string()))));
  EXPECT_TRUE(text_of(folder.path() / "saxpy.ptx") == text_of(data_file("configs/launches/saxpy.ptx")));
}

TEST(PtxFiles, TheKernelsOfTheFunctionsTestAreUpToDate) {
  for (const Variant& variant : variants) {
    if (!has(variant.compiler)) continue;
    const TemporaryFolder folder;
    const std::string tests = HEDDLE_SOURCE_DIR "/tests/workloads";
    ASSERT_TRUE(succeeds(compile_ptx(folder, fmt::format("--bits {} --source '{}/cuda_functions.cu' {}",
                                                         variant.bits, tests, variant.compiler))));
    EXPECT_TRUE(text_of(folder.path() / "cuda_functions.ptx") ==
                text_of(fmt::format("{}/cuda_functions.{}.ptx", tests, variant.name)))
        << variant.name;
  }
}

TEST(PtxFiles, EachWorkloadHasEveryVariant) {
  for (const std::string& name : compiled()) {
    const auto there = Registry<Workload>::instance().find(name).variants();
    for (const std::string variant : {"clang14", "clang14-32", "clang19", "clang19-32", "nvcc13"})
      EXPECT_NE(std::find(there.begin(), there.end(), variant), there.end()) << name << " " << variant;
  }
}

TEST(PtxFiles, OnlyTheDefaultOneLiesInTheTree) {
  for (const std::string& name : compiled()) {
    const Workload& workload = Registry<Workload>::instance().find(name);
    const fs::path folder = data_file("tb/workloads/" + name);
    for (const auto& entry : fs::directory_iterator(folder))
      if (entry.path().extension() == ".ptx") {
        EXPECT_EQ(entry.path(), workload.ptx_file(default_variant));
      }
    EXPECT_EQ(workload.ptx_file("nvcc13").string(),
              data_file("tb/workloads/other_compilers.zip").string() + ":" + name + "/kernel.nvcc13.ptx");
  }
}

TEST(PtxFiles, TheBenchmarksOfWongHaveTheirMarks) {
  for (const char* name : {"black_scholes", "dct8x8", "fft", "hotspot", "knn", "ray_trace", "sobel"}) {
    const Workload& workload = Registry<Workload>::instance().find(name);
    const std::string ptx = text_of(workload.ptx_file(marked.name));
    EXPECT_NE(ptx.find("heddle.approxBegin"), std::string::npos) << name;
    EXPECT_NE(ptx.find("heddle.approxLevel"), std::string::npos) << name;
  }
}

TEST(PtxFiles, NameNoFolderOfAMachine) {
  for (const std::string& name : compiled()) {
    const Workload& workload = Registry<Workload>::instance().find(name);
    for (const std::string& variant : workload.variants()) {
      const std::string ptx = text_of(workload.ptx_file(variant));
      EXPECT_EQ(ptx.find(data_root().string()), std::string::npos) << name << " " << variant;
      EXPECT_EQ(ptx.find("/usr/"), std::string::npos) << name << " " << variant;
    }
  }
}

}  // namespace
}  // namespace heddle::ptx_files_test
