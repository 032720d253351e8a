// SPDX-License-Identifier: Apache-2.0
#include "tb/workloads/launch_writes.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstring>
#include <fstream>
#include <functional>
#include <iterator>

#include "models/base/data_root.hpp"
#include "models/base/error.hpp"
#include "models/host/functional_device.hpp"
#include "models/ptx/load.hpp"
#include "tests/workloads/temporary_folder.hpp"

namespace heddle::launch_file_test {
namespace {

template <class T>
std::vector<T> elements(const std::vector<std::byte>& bytes) {
  std::vector<T> all(bytes.size() / sizeof(T));
  std::memcpy(all.data(), bytes.data(), bytes.size());
  return all;
}

LaunchFile load(const std::string& arguments) {
  const TemporaryFolder folder;
  return load_launch_file(
      folder.add("k.yaml", "kernel: k\ngrid: [2, 3]\ncta: [32]\narguments:\n" + arguments));
}

template <class T>
std::vector<T> content(const std::string& type, const std::string& count, const std::string& fill) {
  return elements<T>(
      load(fmt::format("  - {{type: {}, count: {}, fill: {{{}}}}}\n", type, count, fill)).buffers[0].content);
}

TEST(LaunchFile, ReadsTheExample) {
  const LaunchFile launch = load_launch_file(data_file("configs/launches/saxpy.yaml").string());
  ASSERT_EQ(launch.steps.size(), 1u);
  const LaunchStep& step = launch.steps[0];
  EXPECT_EQ(step.kernel, "saxpy");
  EXPECT_EQ(step.grid.x, 4u);
  EXPECT_EQ(step.cta.count(), 256u);
  ASSERT_EQ(step.arguments.size(), 4u);
  ASSERT_EQ(launch.buffers.size(), 2u);
  EXPECT_EQ(elements<std::int32_t>(step.arguments[0].bytes), std::vector<std::int32_t>{1000});
  EXPECT_EQ(elements<float>(step.arguments[1].bytes), std::vector<float>{2.0f});
  EXPECT_FALSE(step.arguments[1].pointer);
  EXPECT_EQ(step.arguments[3].addresses.at(0).of, 1u);
  EXPECT_EQ(elements<float>(launch.buffers[0].content)[999], 999.0f);
  EXPECT_TRUE(launch.buffers[1].checked);
  EXPECT_EQ(elements<float>(launch.buffers[1].expected)[999], 1999.0f);
}

TEST(LaunchFile, DimensionsThatAreAbsentAreOne) {
  const LaunchFile launch = load("  - {type: u32, value: 1}\n");
  EXPECT_EQ(launch.steps[0].grid.y, 3u);
  EXPECT_EQ(launch.steps[0].grid.z, 1u);
  EXPECT_EQ(launch.steps[0].cta.y, 1u);
  EXPECT_EQ(launch.steps[0].arguments[0].name, "arg0");
}

TEST(LaunchFile, AKernelWithoutParametersNeedsNoArguments) {
  const TemporaryFolder folder;
  EXPECT_TRUE(
      load_launch_file(folder.add("k.yaml", "{kernel: k, grid: [1], cta: [1]}")).steps[0].arguments.empty());
}

TEST(LaunchFile, Fills) {
  EXPECT_EQ(content<int>("s32", "3", "kind: zero"), (std::vector<int>{0, 0, 0}));
  EXPECT_EQ(content<std::int8_t>("s8", "2", "kind: constant, value: -128"),
            (std::vector<std::int8_t>{-128, -128}));
  EXPECT_EQ(content<std::uint64_t>("u64", "1", "kind: constant, value: 18446744073709551615"),
            std::vector<std::uint64_t>{UINT64_MAX});
  EXPECT_EQ(content<std::uint16_t>("u16", "4", "kind: iota"), (std::vector<std::uint16_t>{0, 1, 2, 3}));
  EXPECT_EQ(content<std::int16_t>("s16", "3", "kind: iota, start: 5, step: -3"),
            (std::vector<std::int16_t>{5, 2, -1}));
  EXPECT_EQ(content<std::uint8_t>("u8", "300", "kind: iota").back(), 299 - 256);
  EXPECT_EQ(content<double>("f64", "3", "kind: iota, start: 0.5, step: 0.25"),
            (std::vector<double>{0.5, 0.75, 1.0}));
}

TEST(LaunchFile, RandomStaysInItsRangeReachesItsEndsAndFollowsItsSeed) {
  const auto dice = content<std::int32_t>("s32", "1000", "kind: random, min: -1, max: 4, seed: 3");
  const auto [least, most] = std::minmax_element(dice.begin(), dice.end());
  EXPECT_EQ(*least, -1);
  EXPECT_EQ(*most, 4);
  EXPECT_EQ(dice, content<std::int32_t>("s32", "1000", "kind: random, min: -1, max: 4, seed: 3"));
  EXPECT_NE(dice, content<std::int32_t>("s32", "1000", "kind: random, min: -1, max: 4, seed: 4"));
  const auto reals = content<float>("f32", "1000", "kind: random, min: 2, max: 2.5");
  const auto [low, high] = std::minmax_element(reals.begin(), reals.end());
  EXPECT_TRUE(*low >= 2.0f && *low < 2.01f && *high > 2.49f && *high < 2.5f);
  const auto all = content<std::uint64_t>("u64", "64", "kind: random, min: 0, max: 18446744073709551615");
  EXPECT_GT(*std::max_element(all.begin(), all.end()), UINT64_MAX / 2);
}

TEST(LaunchFile, FilesAreRelativeToTheLaunchFile) {
  const TemporaryFolder folder;
  folder.add("x.bin", std::string("\x01\x00\x02\x01", 4));
  const std::string file =
      folder.add("k.yaml",
                 "kernel: k\ngrid: [1]\ncta: [1]\narguments:\n"
                 "  - {type: u16, count: 2, fill: {kind: file, file: x.bin}, write: out.bin}\n");
  const LaunchFile launch = load_launch_file(file);
  EXPECT_EQ(elements<std::uint16_t>(launch.buffers[0].content), (std::vector<std::uint16_t>{1, 258}));
  EXPECT_EQ(launch.buffers[0].write, folder.path() / "out.bin");
}

ptx::Kernel kernel_with(std::vector<std::uint32_t> sizes) {
  ptx::Kernel kernel;
  kernel.name = "k";
  for (const std::uint32_t size : sizes) {
    kernel.parameters.push_back({fmt::format("p{}", kernel.parameters.size()), kernel.parameter_bytes, size});
    kernel.parameter_bytes += size;
  }
  return kernel;
}

/// Each buffer is host memory; a launch calls a C++ function with the parameter block.
class HostDevice : public Device {
 public:
  using Body = std::function<void(HostDevice&, std::span<const std::byte>)>;
  explicit HostDevice(Body body) : body_(std::move(body)) {}
  DevicePointer allocate(std::size_t bytes) override {
    const DevicePointer at = memory.size();
    memory.resize(memory.size() + bytes);
    return at;
  }
  void write(DevicePointer to, std::span<const std::byte> from) override {
    std::memcpy(memory.data() + to, from.data(), from.size());
  }
  void read(std::span<std::byte> to, DevicePointer from) override {
    std::memcpy(to.data(), memory.data() + from, to.size());
  }
  void release(DevicePointer) override {}
  void launch(const LaunchRequest& r) override {
    threads = r.grid.count() * r.cta.count();
    body_(*this, r.arguments);
  }
  std::vector<std::byte> memory = std::vector<std::byte>(256);
  std::uint64_t threads = 0;

 private:
  Body body_;
};

/// Returns what run_launch reports of `launch`, which writes below `folder`, on `device`, with a kernel of
/// two parameters: a byte and an unaligned address.
WorkloadResult run_on(Device& device, const LaunchFile& launch, const TemporaryFolder& folder) {
  Context context(device);
  return run_launch(context,
                    context.load_text(".version 6.0 .target sm_50 .address_size 64\n"
                                      ".entry k(.param .u8 s, .param .align 1 .b8 x[8]) { ret; }",
                                      "k.ptx"),
                    launch, {.below = folder.path()});
}

const std::string add_two_bytes =
    "kernel: k\ngrid: [2]\ncta: [3]\narguments:\n"
    "  - {name: s, type: u8, value: 7}\n"
    "  - {name: x, type: u8, count: 2, fill: {kind: iota, start: 1}, expect: {kind: iota, start: 8}, write: "
    "x.bin}\n";

/// Returns a device that adds the scalar to both bytes of the buffer, and also `error` to the second.
HostDevice adding_device(int error) {
  return HostDevice([error](HostDevice& device, std::span<const std::byte> block) {
    DevicePointer x = 0;
    std::memcpy(&x, block.data() + 1, sizeof x);
    for (int i = 0; i < 2; ++i)
      device.memory[x + i] = std::byte(int(device.memory[x + i]) + int(block[0]) + i * error);
  });
}

TEST(LaunchRun, PassesTheParameterBlockChecksAndWrites) {
  const TemporaryFolder folder;
  const LaunchFile launch = load_launch_file(folder.add("k.yaml", add_two_bytes));
  HostDevice device = adding_device(0);
  const WorkloadResult result = run_on(device, launch, folder);
  EXPECT_TRUE(result.passed()) << result.first;
  EXPECT_EQ(result.checked, 2u);
  EXPECT_EQ(device.threads, 6u);
  std::ifstream in(folder.path() / "x.bin", std::ios::binary);
  EXPECT_EQ(std::string(std::istreambuf_iterator<char>(in), {}), "\x08\x09");
  EXPECT_TRUE(std::filesystem::exists(folder.path() / ".k.yaml.written.json"));
}

TEST(LaunchRun, AWrongResultFails) {
  const TemporaryFolder folder;
  const LaunchFile launch = load_launch_file(folder.add("k.yaml", add_two_bytes));
  HostDevice device = adding_device(1);
  const WorkloadResult result = run_on(device, launch, folder);
  EXPECT_EQ(result.mismatches, 1u);
  EXPECT_EQ(result.first, "x[1]: expected 9, got 10");
}

TEST(LaunchRun, ArgumentsMustBeAsManyAsParameters) {
  const LaunchFile launch = load("  - {type: u32, value: 1}\n");
  try {
    check_fits(launch.steps[0], kernel_with({4, 8}));
    FAIL();
  } catch (const Error& e) {
    EXPECT_EQ(e.problem().value, "1");
    EXPECT_EQ(e.problem().legal, "2");
    EXPECT_NE(e.problem().place.find("k.yaml:5:"), std::string::npos) << e.what();
  }
  EXPECT_NO_THROW(check_fits(launch.steps[0], kernel_with({4})));
}

TEST(LaunchRun, AnArgumentMustHaveItsParametersSize) {
  const LaunchFile launch = load("  - {type: u32, value: 1}\n  - {type: f32, count: 4}\n");
  EXPECT_NO_THROW(check_fits(launch.steps[0], kernel_with({4, 8})));
  EXPECT_NO_THROW(check_fits(launch.steps[0], kernel_with({4, 4})));  // 32-bit addresses
  EXPECT_THROW(check_fits(launch.steps[0], kernel_with({8, 8})), Error);
  try {
    check_fits(launch.steps[0], kernel_with({4, 2}));
    FAIL();
  } catch (const Error& e) {
    EXPECT_EQ(e.problem().legal, "2 bytes");
    EXPECT_NE(e.problem().place.find("k.yaml:6:"), std::string::npos) << e.what();
  }
}

TEST(LaunchRun, TheExampleRunsAndACheckThatDoesNotHoldFails) {
  LaunchFile launch = load_launch_file(data_file("configs/launches/saxpy.yaml").string());
  FunctionalDevice device;
  Context context(device);
  const Module module = context.load(data_file("configs/launches/saxpy.ptx"));
  const WorkloadResult result = run_launch(context, module, launch);
  EXPECT_TRUE(result.passed()) << result.first;
  EXPECT_EQ(result.checked, 1000u);
  launch.steps[0].arguments[0].bytes[0] ^= std::byte{8};  // n = 992: the last eight elements are unchanged
  EXPECT_EQ(run_launch(context, module, launch).mismatches, 8u);
}

}  // namespace
}  // namespace heddle::launch_file_test
