// SPDX-License-Identifier: Apache-2.0
// LU decomposition of a square matrix without pivoting. The reference has no tiles; an element has the same
// fused multiply-adds in the same order, so both results are equal.
#include <algorithm>
#include <cmath>

#include "tb/workloads/input.hpp"
#include "tb/workloads/workload.hpp"

namespace heddle::lud {
namespace {

constexpr std::uint32_t tile = 16;

enum class Values : std::uint8_t { toeplitz, covariance };
constexpr auto names_of(Values) {
  return std::array{Named{Values::toeplitz, "toeplitz"}, Named{Values::covariance, "covariance"}};
}

struct LudSizes {
  std::uint32_t tiles = 16;
  Values values = Values::toeplitz;
  static constexpr auto parameters() {
    return std::tuple{parameter(&LudSizes::tiles, "tiles", "tiles", 1, 128,
                                "256 x 256: 15 CTAs of the perimeter at first (Jeon2015 Table 1)",
                                "Tiles of 16 x 16 elements along a side"),
                      parameter(&LudSizes::values, "values", "Rodinia",
                                "toeplitz: 10 exp(-0.001 |i - j|); covariance: 10 exp(-0.1 |i - j|) with 1 % "
                                "of noise, and 200 more on the diagonal")};
  }
};

/// Elements fall with the distance from the diagonal, like the covariance of measurements along a line, with
/// 1 % of noise. The diagonal dominates.
std::vector<float> covariance(Random& random, std::size_t n) {
  std::vector<float> a(n * n);
  for (std::size_t i = 0; i < n; ++i)
    for (std::size_t j = 0; j < n; ++j) {
      const auto distance = static_cast<float>(i > j ? i - j : j - i);
      a[i * n + j] =
          10.0f * std::exp(-0.1f * distance) * uniform(random, 0.99f, 1.01f) + (i == j ? 200.0f : 0.0f);
    }
  return a;
}

/// Decomposes row by row: L is below the diagonal (its own diagonal is 1), U on and above it.
std::vector<float> decomposed(std::vector<float> a, std::size_t n) {
  for (std::size_t i = 0; i < n; ++i)
    for (std::size_t j = 0; j < n; ++j) {
      float& element = a[i * n + j];
      for (std::size_t k = 0; k < std::min(i, j); ++k)
        element = std::fma(-a[i * n + k], a[k * n + j], element);
      if (j < i) element /= a[j * n + j];
    }
  return a;
}

WorkloadResult run(const WorkloadRun& run, const LudSizes& sizes) {
  const std::size_t n = std::size_t{sizes.tiles} * tile;
  const auto side = static_cast<std::int32_t>(n);
  Random random(run.seed);
  const auto matrix = sizes.values == Values::toeplitz ? toeplitz(n, 0.001f) : covariance(random, n);
  const DevicePointer a = run.context.upload(matrix);
  for (std::uint32_t t = 0; t < sizes.tiles; ++t) {
    const auto step = static_cast<std::int32_t>(t);
    const std::uint32_t rest = sizes.tiles - 1 - t;
    run.module.function("lud_diagonal").launch({.grid = {1}, .cta = {tile}}, a, side, step);
    if (rest == 0) break;
    run.module.function("lud_perimeter").launch({.grid = {rest}, .cta = {2 * tile}}, a, side, step);
    run.module.function("lud_internal").launch({.grid = {rest, rest}, .cta = {tile, tile}}, a, side, step);
  }
  WorkloadResult result;
  result.compare<float>("lu", decomposed(matrix, n), run.context.download<float>(a, n * n));
  return result;
}

const Registration<Workload> registration{make_workload<LudSizes>(
    {.name = "lud",
     .description = "LU decomposition in tiles of 16 x 16, three launches a step",
     .stands_for = "Jeon2015 LUD (Rodinia)",
     .values =
         "10 * exp(-distance / 1000) from the diagonal, as in Rodinia's -s: smooth; values=covariance: 10 * "
         "exp(-distance / 10), 1 % noise",
     .character = "latency bound in small CTAs of 16 and 32 threads, compute bound in the inner tiles; "
                  "half of a warp diverges",
     .small = {"tiles=3"},
     .paper = {{}, "Rodinia 3.1: -s 256"}},
    run)};

}  // namespace
}  // namespace heddle::lud
