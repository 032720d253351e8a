// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <map>
#include <sstream>

#include "models/base/data_root.hpp"
#include "models/host/context.hpp"
#include "tests/gpu/both.hpp"

namespace heddle::device_library_test {
namespace {

/// printf and malloc (tests/ptx/device_library.cu) on the platform, compared with the functional device,
/// whose output tests/ptx/device_library_test.cpp compares with the host's.
class DeviceLibrary : public BothExecutors {
 protected:
  std::ostringstream expected_, found_;
  FunctionalDevice functional_;
  Context reference{functional_, {.output = &expected_}}, platform{gpu, {.output = &found_}};
  Module reference_module = reference.load(data_file("tests/ptx/device_library.nvcc13.ptx"));
  Module platform_module = platform.load(data_file("tests/ptx/device_library.nvcc13.ptx"));
};

TEST_P(DeviceLibrary, AWarpPrintsWhatTheReferencePrints) {
  const DevicePointer a = reference.allocate(32 * 4), b = platform.allocate(32 * 4);
  reference_module.function("all_types").launch({.cta = {32}}, a);
  platform_module.function("all_types").launch({.cta = {32}}, b);
  EXPECT_EQ(found_.str(), expected_.str());
  EXPECT_EQ(platform.download<int>(b, 32), std::vector<int>(32, 23));
}

/// Returns what each warp has printed, as words "thread:round ".
std::map<int, std::string> by_warp(const std::string& text, int threads) {
  std::map<int, std::string> all;
  std::istringstream words(text);
  for (std::string word; words >> word;) {
    const int thread = std::stoi(word);
    all[thread / threads * 100 + thread % threads / 32] += word + " ";
  }
  return all;
}

TEST_P(DeviceLibrary, EachOfManyWarpsPrintsInOrder) {
  constexpr int threads = 80;
  const LaunchShape shape{.grid = {5}, .cta = {threads}};
  reference_module.function("some_lanes").launch(shape, 390);
  platform_module.function("some_lanes").launch(shape, 390);
  const auto expected = by_warp(expected_.str(), threads);
  EXPECT_EQ(expected.size(), 15u);
  EXPECT_EQ(by_warp(found_.str(), threads), expected);
}

TEST_P(DeviceLibrary, TheHeapIsSharedBetweenSms) {
  constexpr int threads = 96, count = 7, rounds = 2;
  const DevicePointer sums = platform.allocate(4 * threads * 4);
  platform_module.function("lists").launch({.grid = {4}, .cta = {threads}}, sums, count, rounds);
  const auto found = platform.download<int>(sums, 4 * threads);
  for (int t = 0; t < 4 * threads; ++t)
    EXPECT_EQ(found[static_cast<std::size_t>(t)], rounds * (count * t * 100 + count * (count - 1) / 2)) << t;
}

INSTANTIATE_TEST_SUITE_P(Form, DeviceLibrary, testing::Values("", "warped_compression"),
                         [](const auto& info) { return info.param.empty() ? "plain" : info.param; });

}  // namespace
}  // namespace heddle::device_library_test
