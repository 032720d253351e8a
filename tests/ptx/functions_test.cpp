// SPDX-License-Identifier: Apache-2.0
// Device functions, recursion, parameters by value, jump tables, local arrays and initialised variables, as
// compilers emit them (functions.cu), compared with the same C++ on the host; each with all registers, and
// with so few that values are spilled.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>

#include "models/base/data_root.hpp"
#include "models/host/context.hpp"
#include "models/host/functional_device.hpp"

namespace heddle::functions_test {
namespace {

using Case = std::tuple<const char*, std::uint32_t>;

class Functions : public testing::TestWithParam<Case> {
 protected:
  FunctionalDevice device;
  Context context{device, {.build = {.max_registers = std::get<1>(GetParam())}}};
  Module module = context.load(data_file(fmt::format("tests/ptx/functions.{}.ptx", std::get<0>(GetParam()))));
};

int fibonacci(int n) { return n < 2 ? n : fibonacci(n - 1) + fibonacci(n - 2); }

TEST_P(Functions, RecursionOfLanesThatGoDifferentWays) {
  constexpr int count = 100;
  std::vector<int> in(count), expected(count);
  for (int i = 0; i < count; ++i) {
    in[i] = (i * 7) % 11;
    expected[i] =
        in[i] * 3 + (i % 3 == 0 ? fibonacci(in[i]) : -fibonacci(in[i] / 2)) + (in[i] % 2 == 0 ? 1000 : 0);
  }
  const DevicePointer out = context.allocate(count * sizeof(int));
  module.function("recursion").launch({.grid = {2}, .cta = {64}}, out, context.upload(in), count);
  EXPECT_EQ(context.download<int>(out, count), expected);
}

struct Pair {
  long long wide;
  int narrow[4];
};

TEST_P(Functions, StructsByValue) {
  constexpr int count = 40;
  const Pair base{1'000'000'000'000, {5, 70, 900, 0}};
  std::vector<long long> expected(count);
  for (int i = 0; i < count; ++i) {
    long long sum = i * 3LL + base.wide;
    const int weight[3] = {100, 10, 1};
    for (int k = 0; k < 3; ++k) sum += ((k + 1) * i - base.narrow[(k + i) % 3]) * weight[k];
    expected[i] = sum;
  }
  const DevicePointer out = context.allocate(count * sizeof(long long));
  module.function("structs").launch({.grid = {1}, .cta = {64}}, out, base, count);
  EXPECT_EQ(context.download<long long>(out, count), expected);
}

TEST_P(Functions, JumpTables) {
  constexpr int count = 96;
  std::vector<int> kinds(count);
  std::vector<float> expected(count);
  for (int i = 0; i < count; ++i) {
    kinds[i] = (i * 5) % 9 - 1;
    const float x = static_cast<float>(i);
    const float by_kind[] = {x + 1.0f, x * x, 0.5f * x - 3.0f, -x, x * x * x, x - 100.0f, x * 7.0f + 0.25f};
    expected[i] = kinds[i] >= 0 && kinds[i] < 7 ? by_kind[kinds[i]] : 0.0f;
  }
  const DevicePointer out = context.allocate(count * sizeof(float));
  module.function("jumps").launch({.grid = {3}, .cta = {32}}, out, context.upload(kinds), count);
  EXPECT_EQ(context.download<float>(out, count), expected);
}

TEST_P(Functions, VariablesHoldTheirInitialValuesAndKeepTheirAddresses) {
  const int counts[] = {1, 2, 3, 4}, more[] = {10, 20, 30}, narrow[] = {-1, -2, 300, 4, 5};
  std::vector<int> expected(12);
  for (int i = 0; i < 12; ++i) expected[i] = (i % 2 == 0 ? counts[1 + i % 3] : more[i % 3]) + narrow[i % 5];
  const DevicePointer out = context.allocate(12 * sizeof(int));
  module.function("variables").launch({.cta = {12}}, out);
  EXPECT_EQ(context.download<int>(out, 12), expected);
  const Module::Variable written = module.variable("written");
  EXPECT_EQ(written.bytes, 4u);
  EXPECT_EQ(context.get<int>(written.address), expected[0] + 7);
  context.put(module.variable("more").address, 40);  // the next launch reads what the host has written
  module.function("variables").launch({.cta = {12}}, out);
  EXPECT_EQ(context.download<int>(out, 12)[3], 40 + narrow[3]);
}

TEST_P(Functions, LocalArrays) {
  constexpr int count = 70, rounds = 37;
  std::vector<int> expected(count);
  for (int i = 0; i < count; ++i) {
    int history[16];
    for (int k = 0; k < 16; ++k) history[k] = i + k;
    for (int k = 0; k < rounds; ++k) history[(i + k) & 15] += history[(i * 3 + k) & 15];
    for (int k = 0; k < 16; ++k) expected[i] += history[k] * (k + 1);
  }
  const DevicePointer out = context.allocate(count * sizeof(int));
  module.function("local_array").launch({.grid = {3}, .cta = {32}}, out, count, rounds);
  EXPECT_EQ(context.download<int>(out, count), expected);
}

TEST_P(Functions, CallsThroughPointersAndVirtualTables) {
  constexpr int count = 80;
  std::vector<int> in(count), expected(count);
  for (int i = 0; i < count; ++i) {
    in[i] = (i * 13) % 17;
    expected[i] = in[i] % 2 == 0 ? i - in[i] : i * in[i] + fibonacci(in[i] & 3);
    expected[i] += in[i] % 3 == 0 ? i * i * in[i] : 1000 * i + in[i];
  }
  const DevicePointer out = context.allocate(count * sizeof(int));
  module.function("through_pointers").launch({.grid = {2}, .cta = {64}}, out, context.upload(in), count);
  EXPECT_EQ(context.download<int>(out, count), expected);
}

INSTANTIATE_TEST_SUITE_P(All, Functions,
                         testing::Combine(testing::Values("clang14", "clang19", "clang19-32", "nvcc13"),
                                          testing::Values(63u, 12u)),
                         [](const auto& info) {
                           std::string name = std::get<0>(info.param);
                           std::replace(name.begin(), name.end(), '-', '_');
                           return fmt::format("{}_{}registers", name, std::get<1>(info.param));
                         });

}  // namespace
}  // namespace heddle::functions_test
