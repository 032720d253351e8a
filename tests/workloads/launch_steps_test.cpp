// SPDX-License-Identifier: Apache-2.0
// Launch files with sizes, named buffers and steps.
#include <gtest/gtest.h>

#include <cstring>

#include "models/base/data_root.hpp"
#include "models/base/error.hpp"
#include "models/host/functional_device.hpp"
#include "tb/workloads/launch_file.hpp"
#include "tests/workloads/temporary_folder.hpp"

namespace heddle::launch_steps_test {
namespace {

const std::string head =
    "sizes: {n: 6, zero: 0}\n"
    "variables: {twice: 2 * n, next: twice + 1}\n"
    "buffers:\n"
    "  a: {type: u32, count: n, fill: {kind: constant, value: next}}\n"
    "  b: {type: u32, count: n}\n"
    "  c: {type: u64, count: twice}\n"
    "steps:\n";
const std::string launch_a =
    "{kernel: k, grid: [1], cta: [n], arguments: [{buffer: a}, {type: s32, value: i + 1}]}";

LaunchFile load(const std::string& steps, const std::vector<std::string>& sizes = {}) {
  const TemporaryFolder folder;
  return load_launch_file(folder.add("k.yaml", head + steps), sizes);
}

/// Returns the message for steps that must be refused, or "accepted".
std::string refusal(const std::string& steps, const std::vector<std::string>& sizes = {}) {
  try {
    load(steps, sizes);
  } catch (const Error& e) {
    return e.what();
  }
  return "accepted";
}

template <class T>
T scalar(const LaunchArgument& argument) {
  T value{};
  std::memcpy(&value, argument.bytes.data(), sizeof value);
  return value;
}

TEST(LaunchSteps, SizesAndVariablesGiveTheNumbers) {
  const LaunchFile launch = load("  - copy: {from: a, to: b}\n", {"n=7"});
  ASSERT_EQ(launch.buffers.size(), 3u);
  EXPECT_EQ(launch.buffers[0].content.size(), 28u);
  EXPECT_EQ(launch.buffers[0].content[0], std::byte{15});
  EXPECT_EQ(launch.buffers[2].content.size(), 14u * 8);
}

TEST(LaunchSteps, LoopsNestAndCount) {
  const LaunchFile launch = load(
      "  - repeat:\n"
      "      count: 3\n"
      "      variable: i\n"
      "      steps:\n"
      "        - " +
      launch_a +
      "\n"
      "        - repeat: {count: i, steps: [{swap: [a, b]}, {fill: {buffer: a, kind: constant, value: i}}]}\n"
      "  - repeat: {count: zero, steps: [{swap: [a, b]}]}\n");
  // Rounds 0, 1 and 2 swap and fill 0, 1 and 2 times.
  using Kind = LaunchStep::Kind;
  std::vector<Kind> kinds;
  for (const LaunchStep& step : launch.steps) kinds.push_back(step.kind);
  EXPECT_EQ(kinds, (std::vector{Kind::launch, Kind::launch, Kind::swap, Kind::fill, Kind::launch, Kind::swap,
                                Kind::fill, Kind::swap, Kind::fill}));
  EXPECT_EQ(launch.steps[4].arguments[0].addresses.at(0).of, 0u);
  EXPECT_EQ(scalar<std::int32_t>(launch.steps[4].arguments[1]), 3);
  EXPECT_EQ(launch.steps[8].content[0], std::byte{2});
}

TEST(LaunchSteps, SwapsExchangeNamesAndStay) {
  const TemporaryFolder folder;
  const auto run = [&](const std::string& steps) {
    FunctionalDevice device;
    Context context(device);
    return run_launch(context, context.load_text(".version 6.0 .target sm_50 .address_size 64\n", "k.ptx"),
                      load_launch_file(folder.add(
                          "k.yaml",
                          "buffers:\n  a: {type: u32, count: 2, expect: {kind: constant, value: 7}}\n"
                          "  b: {type: u32, count: 2, expect: {kind: constant, value: 5}}\nsteps:\n" +
                              steps)));
  };
  const std::string fills =
      "  - fill: {buffer: b, kind: constant, value: 7}\n  - swap: [a, b]\n"
      "  - fill: {buffer: b, kind: constant, value: 5}\n";
  EXPECT_TRUE(run(fills).passed()) << run(fills).first;
  EXPECT_EQ(run(fills + "  - swap: [a, b]\n").mismatches, 4u);
}

TEST(LaunchSteps, ALoopThatWaitsReadsItsStepsRoundByRound) {
  const LaunchFile launch = load(
      "  - repeat: {count: 2, variable: j, steps: [{repeat: {until: {buffer: a, element: 1, is: 9}, most: 7, "
      "variable: i, steps: [{fill: {buffer: b, kind: constant, value: 10 * j + i}}, " +
      launch_a + "]}}]}\n");
  ASSERT_EQ(launch.steps.size(), 2u);
  const LaunchStep& second = launch.steps[1];
  EXPECT_EQ(second.kind, LaunchStep::Kind::until);
  EXPECT_EQ(second.at, 4u);
  EXPECT_EQ(second.most, 7u);
  EXPECT_EQ(second.content, (std::vector{std::byte{9}, std::byte{0}, std::byte{0}, std::byte{0}}));
  for (std::uint64_t round : {0u, 3u, 1u}) {
    const std::vector<LaunchStep> body = second.body(round);
    ASSERT_EQ(body.size(), 2u);
    EXPECT_EQ(body[0].content[0], std::byte(10 + round)) << "the variable outside keeps its value";
    EXPECT_EQ(scalar<std::int32_t>(body[1].arguments[1]), static_cast<int>(round) + 1);
  }
}

TEST(LaunchSteps, MistakesAreToldWithTheirPlace) {
  const auto expect = [](const std::string& message, std::initializer_list<const char*> parts) {
    for (const char* part : parts) EXPECT_NE(message.find(part), std::string::npos) << message;
  };
  expect(refusal("  - swap: [a, c]\n"), {"k.yaml:8:11", "not alike"});
  expect(refusal("  - swap: [a]\n"), {"two buffers"});
  expect(refusal("  - swap: [a, aa]\n"), {"k.yaml:8:11", "no such buffer", "'aa'", "did you mean 'a'"});
  expect(refusal("  - copy: {from: a, to: c}\n"), {"k.yaml:8:", "not alike"});
  expect(refusal("  - swop: [a, b]\n"), {"k.yaml:8:5", "unknown key", "swop"});
  expect(refusal("  - {swap: [a, b], copy: {from: a, to: b}}\n"), {"one thing"});
  expect(refusal("  - repeat: {count: -1, steps: [{swap: [a, b]}]}\n"), {"k.yaml:8:", "'-1'", "0 .. 100000"});
  expect(refusal("  - repeat: {count: n / zero, steps: [{swap: [a, b]}]}\n"),
         {"k.yaml:8:23", "division by zero"});
  expect(refusal("  - repeat: {count: 2, variable: n, steps: [{swap: [a, b]}]}\n"), {"taken", "'n'"});
  expect(refusal("  - repeat: {count: 2}\n"), {"lacks", "'steps'"});
  expect(refusal("  - repeat: {count: 1000, steps: [{repeat: {count: 1000, steps: [{swap: [a, b]}]}}]}\n"),
         {"too many steps"});
  expect(refusal("  - repeat: {count: zero, steps: [{swap: [a, x]}]}\n"), {"no such buffer", "'x'"});
  expect(refusal("  - {kernel: k, grid: [n - n], cta: [1]}\n"), {"n - n = 0", "1 .. 2147483647"});
  expect(refusal("  - {kernel: k, grid: [1], cta: [1], shared: n * 1000000}\n"), {"shared", "6000000"});
  expect(refusal("  - {kernel: k, grid: [1], cta: [1], arguments: [{type: s32, value: m}]}\n"),
         {"k.yaml:8:", "unknown name", "'m'", "next, twice"});
  expect(refusal("  - {kernel: k, grid: [1], cta: [1], arguments: [{type: u8, value: n * 100}]}\n"),
         {"is no u8", "'600'"});
  expect(refusal("  - {kernel: k, grid: [1], cta: [1], arguments: [{type: u8, count: 4}]}\n"),
         {"buffer: NAME"});
  expect(refusal("  - {kernel: k, grid: [1], cta: [1], arguments: [{buffer: a, count: 4}]}\n"),
         {"needs one of", "count, buffer"});
  expect(refusal("  - {kernel: k, grid: [ceil_div(n, 2)], cta: [1]}\n"), {"quotes"});
  expect(refusal("  - swap: [a, b]\n", {"m=3"}), {"command line", "no such size", "'m'"});
  expect(refusal("  - swap: [a, b]\n", {"n=x"}), {"command line", "no integer", "'x'"});
  expect(refusal("  - swap: [a, b]\n", {"n=-1"}), {"out of range", "n = -1"});
  expect(refusal("  - swap: [a, b]\nkernel: k\n"), {"stands among the steps"});
  expect(refusal("  []\n"), {"no element"});
  expect(refusal("  - repeat: {count: 2, until: {buffer: a}, steps: [{swap: [a, b]}]}\n"),
         {"either a count"});
  expect(refusal("  - repeat: {count: 2, most: 3, steps: [{swap: [a, b]}]}\n"), {"'most' needs 'until'"});
  expect(refusal("  - repeat: {until: {buffer: x}, steps: [{swap: [a, b]}]}\n"), {"no such buffer", "'x'"});
  expect(refusal("  - repeat: {until: {buffer: a, element: n}, steps: [{swap: [a, b]}]}\n"), {"0 .. 5"});
  expect(refusal("  - repeat: {until: {buffer: a, is: -1}, steps: [{swap: [a, b]}]}\n"), {"is no u32"});
  expect(refusal("  - repeat: {until: {buffer: a}, steps: [{swap: [a, x]}]}\n"), {"no such buffer", "'x'"});
}

TEST(LaunchSteps, VariablesThatTurnInACircleAreRefused) {
  const TemporaryFolder folder;
  try {
    load_launch_file(
        folder.add("k.yaml", "variables: {p: q + 1, q: 2 * p}\nkernel: k\ngrid: [p]\ncta: [1]\n"));
    FAIL();
  } catch (const Error& e) {
    EXPECT_NE(std::string(e.what()).find("depends on itself"), std::string::npos) << e.what();
  }
}

TEST(LaunchSteps, AnExpressionsColumnCountsItsQuotes) {
  const TemporaryFolder folder;
  try {
    load_launch_file(folder.add("k.yaml", "variables: {p: \"1 + qq\"}\nkernel: k\ngrid: [p]\ncta: [1]\n"));
    FAIL();
  } catch (const Error& e) {
    EXPECT_TRUE(e.problem().place.ends_with("k.yaml:1:21")) << e.what();
  }
}

TEST(LaunchSteps, JacobiComesToThePlane) {
  const auto file = data_file("configs/launches/jacobi.yaml").string();
  const auto run = [&](const std::vector<std::string>& sizes) {
    FunctionalDevice device;
    Context context(device);
    return run_launch(context, context.load(data_file("configs/launches/jacobi.ptx")),
                      load_launch_file(file, sizes));
  };
  const WorkloadResult result = run({});
  EXPECT_TRUE(result.passed()) << result.first;
  EXPECT_EQ(result.checked, 256u);
  EXPECT_TRUE(run({"n=9", "steps=201"}).passed());
  EXPECT_GT(run({"steps=20"}).mismatches, 100u) << "so few steps do not come there";
}

}  // namespace
}  // namespace heddle::launch_steps_test
