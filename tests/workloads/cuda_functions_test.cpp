// SPDX-License-Identifier: Apache-2.0
// The functions of tb/workloads/cuda, in the PTX of each compiler, compared with the same functions on the
// host.
#include <gtest/gtest.h>

#include <algorithm>
#include <bit>
#include <cmath>
#include <functional>
#include <numeric>

#include "models/base/data_root.hpp"
#include "models/base/random.hpp"
#include "models/host/context.hpp"
#include "models/host/functional_device.hpp"
#include "tb/workloads/input.hpp"

namespace heddle::cuda_functions_test {
namespace {

constexpr std::uint32_t cta = 64, threads = 3 * cta;
constexpr LaunchShape shape{.grid = {threads / cta}, .cta = {cta}};

class CudaFunctions : public testing::TestWithParam<std::string> {
 protected:
  FunctionalDevice device;
  Context context{device};
  Module module = context.load(std::filesystem::path(HEDDLE_SOURCE_DIR) /
                               ("tests/workloads/cuda_functions." + GetParam() + ".ptx"));
  Random random{5};

  std::vector<int> small_and_large() {
    std::vector<int> all(threads);
    for (int& i : all) i = static_cast<int>(random() >> 32) >> random.below(32);
    all[0] = 0;
    all[1] = INT32_MIN;
    return all;
  }

  /// Runs `kernel` on a and b, and compares its results function by function.
  template <class T, class... F>
  void check(const char* kernel, const std::vector<T>& a, const std::vector<T>& b, double tolerance,
             F... functions) {
    const DevicePointer out = context.allocate(sizeof...(F) * threads * sizeof(T));
    module.function(kernel).launch(shape, context.upload(a), context.upload(b), out);
    const auto got = context.download<T>(out, sizeof...(F) * threads);
    std::size_t f = 0;
    const auto compare = [&](auto function) {
      for (std::size_t i = 0; i < threads; ++i) {
        const T want = static_cast<T>(function(a[i], b[i])), have = got[f * threads + i];
        const double most = tolerance * std::max(1.0, std::abs(static_cast<double>(want)));
        ASSERT_LE(std::abs(static_cast<double>(have) - static_cast<double>(want)), most)
            << kernel << ", function " << f << " of " << a[i] << ", " << b[i];
      }
      ++f;
    };
    (compare(functions), ...);
  }
};

unsigned word(int a) { return static_cast<unsigned>(a); }
int low24(int a) { return static_cast<int>(word(a) << 8) >> 8; }

unsigned reversed(unsigned a) {
  unsigned out = 0;
  for (int i = 0; i < 32; ++i) out |= (a >> i & 1) << (31 - i);
  return out;
}

TEST_P(CudaFunctions, OfIntegers) {
  check<int>(
      "integers", small_and_large(), small_and_large(), 0, [](int a, int b) { return std::min(a, b); },
      [](int a, int b) { return std::max(a, b); }, [](int a, int b) { return std::min(word(a), word(b)); },
      [](int a, int b) { return std::max(word(a), word(b)); }, [](int a, int) { return std::abs(a >> 1); },
      [](int a, int b) { return word(low24(a)) * word(low24(b)); },
      [](int a, int b) { return (word(a) & 0xffffff) * (word(b) & 0xffffff); },
      [](int a, int b) { return static_cast<std::int64_t>(a) * b >> 32; },
      [](int a, int b) { return static_cast<std::uint64_t>(word(a)) * word(b) >> 32; },
      [](int a, int) { return std::popcount(word(a)); }, [](int a, int) { return std::countl_zero(word(a)); },
      [](int a, int) { return a == 0 ? 0 : 1 + std::countr_zero(word(a)); },
      [](int a, int) { return reversed(word(a)); },
      [](int a, int b) { return (std::uint64_t{word(b)} << 32 | word(a)) >> (a & 31); },
      [](int a, int b) {  // bytes 5, 0, 6, 1 of b:a, the lowest one first
        return (word(b) >> 8 & 0xff) | (word(a) & 0xff) << 8 | (word(b) >> 16 & 0xff) << 16 |
               (word(a) >> 8 & 0xff) << 24;
      });
}

TEST_P(CudaFunctions, OfFloats) {
  const auto a = uniform_floats(random, threads, -9.0f, 9.0f),
             b = uniform_floats(random, threads, -9.0f, 9.0f);
  check<float>(
      "floats", a, b, 0, [](float x, float y) { return std::min(x, y); },
      [](float x, float y) { return std::max(x, y); }, [](float x, float) { return std::abs(x); },
      [](float x, float y) { return std::copysign(x, y); },
      [](float x, float y) { return std::fma(x, y, 1.0f); },
      [](float x, float) { return std::sqrt(std::abs(x)); }, [](float x, float) { return std::floor(x); },
      [](float x, float) { return std::ceil(x); }, [](float x, float) { return std::trunc(x); },
      [](float x, float) { return std::nearbyint(x); }, [](float x, float) { return std::nearbyint(x); },
      [](float x, float) { return std::bit_cast<float>(std::bit_cast<std::uint32_t>(x) ^ 1u); });
}

TEST_P(CudaFunctions, ThatAreApproximate) {
  const auto a = uniform_floats(random, threads, -3.0f, 3.0f),
             b = uniform_floats(random, threads, -3.0f, 3.0f);
  const auto positive = [](float y) { return std::abs(y) + 0.5; };
  check<float>(
      "approximations", a, b, 2e-6, [](float x, float) { return std::exp(double{x}); },
      [](float x, float) { return std::exp2(double{x}); },
      [=](float, float y) { return std::log(positive(y)); },
      [=](float, float y) { return std::log2(positive(y)); },
      [](float x, float) { return std::sin(double{x}); }, [](float x, float) { return std::cos(double{x}); },
      [=](float, float y) { return std::pow(positive(y), 1.5); },
      [](float x, float) { return std::tanh(double{x}); },
      [=](float, float y) { return 1 / std::sqrt(positive(y)); },
      [=](float x, float y) { return x / positive(y); });
}

TEST_P(CudaFunctions, OfDoubles) {
  std::vector<double> a(threads), b(threads);
  for (double& d : a) d = static_cast<double>(random() >> 11) * 0x1p-50 - 4;
  for (double& d : b) d = static_cast<double>(random() >> 11) * 0x1p-50 - 4;
  check<double>(
      "doubles", a, b, 0, [](double x, double) { return std::sqrt(std::abs(x)); },
      [](double x, double y) { return std::fma(x, y, 1.0); },
      [](double x, double y) { return std::min(x, y); }, [](double x, double y) { return std::max(x, y); });
}

TEST_P(CudaFunctions, OfAWarp) {
  auto in = integers_below(random, threads, 1000);
  in[40] = 7;
  in[100] = 5000;
  constexpr std::size_t functions = 9;
  const DevicePointer out = context.allocate(functions * threads * sizeof(int));
  module.function("warp_functions").launch(shape, context.upload(in), out);
  const auto got = context.download<int>(out, functions * threads);
  for (std::size_t i = 0; i < threads; ++i) {
    const std::size_t lane = i % 32, first = i - lane;
    const std::span<const int> warp(in.data() + first, 32);
    unsigned odd = 0;
    for (std::size_t l = 0; l < 32; ++l) odd |= (word(warp[l]) & 1) << l;
    const int expected[functions] = {warp[(lane * 5 + 3) % 32],
                                     warp[lane / 8 * 8 + 3],
                                     warp[lane < 2 ? lane : lane - 2],
                                     warp[lane % 16 + 5 < 16 ? lane + 5 : lane],
                                     warp[lane ^ 9],
                                     warp[lane ^ 1],
                                     static_cast<int>(odd),
                                     std::count(warp.begin(), warp.end(), 7) > 0,
                                     *std::max_element(warp.begin(), warp.end()) < 1000};
    for (std::size_t f = 0; f < functions; ++f)
      ASSERT_EQ(got[f * threads + i], expected[f]) << "function " << f << ", thread " << i;
  }
}

std::vector<int> acted(std::span<const int> in, int start) {
  std::vector<int> v(8, start);
  for (const int a : in) {
    v[0] += a;
    v[1] -= a;
    v[2] = std::min(v[2], a);
    v[3] = std::max(v[3], a);
    v[4] &= a;
    v[5] |= a;
    v[6] ^= a;
    v[7] = static_cast<int>(std::max(word(v[7]), word(a)));
  }
  return v;
}

TEST_P(CudaFunctions, ThatAreAtomic) {
  constexpr int start = 12;
  std::vector<int> in = integers_below(random, threads, 1 << 20);
  for (int& a : in) a -= 1 << 19;
  const DevicePointer global = context.upload(std::vector<int>(8, start)),
                      shared = context.allocate(8 * sizeof(int));
  const DevicePointer sum = context.allocate(sizeof(float));
  module.function("atomics").launch(shape, context.upload(in), global, sum, shared, start);
  EXPECT_EQ(context.download<int>(global, 8), acted(in, start));
  EXPECT_EQ(context.download<int>(shared, 8), acted(std::span(in).first(cta), start));
  float expected = 0;
  for (const int a : in) expected += static_cast<float>(a & 15);
  EXPECT_EQ(context.get<float>(sum), expected);
}

TEST_P(CudaFunctions, ThatExchange) {
  const auto in = integers_below(random, threads, 1000);
  const DevicePointer sum = context.allocate(sizeof(int)), place = context.allocate(sizeof(int)),
                      got = context.allocate(threads * sizeof(int));
  module.function("exchanges").launch(shape, context.upload(in), sum, place, got);
  const int total = std::accumulate(in.begin(), in.end(), 0);
  EXPECT_EQ(context.get<int>(sum), total);
  auto gave = in, taken = context.download<int>(got, threads);
  gave.push_back(0);  // the initial value of `place`
  taken.push_back(context.get<int>(place));
  std::sort(gave.begin(), gave.end());
  std::sort(taken.begin(), taken.end());
  EXPECT_EQ(taken, gave);
}

INSTANTIATE_TEST_SUITE_P(Of, CudaFunctions,
                         testing::Values("clang14", "clang14-32", "clang19", "clang19-32", "nvcc13"),
                         [](const auto& info) {
                           std::string name = info.param;
                           std::replace(name.begin(), name.end(), '-', '_');
                           return name;
                         });

}  // namespace
}  // namespace heddle::cuda_functions_test
