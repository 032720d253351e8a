// SPDX-License-Identifier: Apache-2.0
// Gaussian elimination of a linear system, such as a mesh of springs: the matrix is large near its diagonal
// and fades away from it. The reference eliminates row by row instead of column by column; each element has
// the same fused multiply-adds in the same order, so both results are equal. The solution is checked in the
// equations themselves.
#include <cmath>

#include "tb/workloads/input.hpp"
#include "tb/workloads/workload.hpp"

namespace heddle::gaussian {
namespace {

enum class Values : std::uint8_t { toeplitz, mesh };
constexpr auto names_of(Values) {
  return std::array{Named{Values::toeplitz, "toeplitz"}, Named{Values::mesh, "mesh"}};
}

struct GaussianSizes {
  std::uint32_t n = 128;
  Values values = Values::toeplitz;
  static constexpr auto parameters() {
    return std::tuple{
        parameter(&GaussianSizes::n, "n", "equations", 2, 2048, "254 launches of up to 32 CTAs",
                  "Equations and unknowns"),
        parameter(&GaussianSizes::values, "values", "Rodinia",
                  "toeplitz: 10 exp(-0.01 |i - j|), right-hand sides 1; mesh: 10 exp(-|i - j| / "
                  "16) with 5 % of noise, right-hand sides 1 .. 2")};
  }
};

struct System {
  std::vector<float> a{}, b{};
};

/// Off the diagonal the elements are 10 * exp(-distance / 16), with 5 % of noise; the diagonal exceeds the
/// sum of its row, so that no pivoting is needed.
System mesh(Random& random, std::size_t n) {
  System s{std::vector<float>(n * n), uniform_floats(random, n, 1.0f, 2.0f)};
  for (std::size_t i = 0; i < n; ++i) {
    float sum = 0;
    for (std::size_t j = 0; j < n; ++j) {
      if (i == j) continue;
      const float distance = std::fabs(static_cast<float>(i) - static_cast<float>(j));
      s.a[i * n + j] = 10.0f * std::exp(-distance / 16.0f) * uniform(random, 0.95f, 1.05f);
      sum += s.a[i * n + j];
    }
    s.a[i * n + i] = 1.0f + sum;
  }
  return s;
}

System eliminated(System s, std::size_t n) {
  for (std::size_t i = 1; i < n; ++i)
    for (std::size_t k = 0; k < i; ++k) {
      const float multiplier = s.a[i * n + k] / s.a[k * n + k];
      for (std::size_t j = k; j < n; ++j)
        s.a[i * n + j] = std::fma(-multiplier, s.a[k * n + j], s.a[i * n + j]);
      s.b[i] = std::fma(-multiplier, s.b[k], s.b[i]);
    }
  return s;
}

/// Returns a * x, with x from the triangle of `t`: it is b again, apart from rounding.
std::vector<float> product_with_solution(const System& t, const std::vector<float>& a, std::size_t n) {
  std::vector<double> x(n);
  for (std::size_t i = n; i-- > 0;) {
    double rest = t.b[i];
    for (std::size_t j = i + 1; j < n; ++j) rest -= static_cast<double>(t.a[i * n + j]) * x[j];
    x[i] = rest / static_cast<double>(t.a[i * n + i]);
  }
  std::vector<float> product(n);
  for (std::size_t i = 0; i < n; ++i) {
    double sum = 0;
    for (std::size_t j = 0; j < n; ++j) sum += static_cast<double>(a[i * n + j]) * x[j];
    product[i] = static_cast<float>(sum);
  }
  return product;
}

WorkloadResult run(const WorkloadRun& run, const GaussianSizes& sizes) {
  const std::size_t n = sizes.n;
  const auto count = static_cast<std::int32_t>(n);
  Random random(run.seed);
  const System system = sizes.values == Values::toeplitz
                            ? System{toeplitz(n, 0.01f), std::vector<float>(n, 1.0f)}
                            : mesh(random, n);
  const DevicePointer a = run.context.upload(system.a), b = run.context.upload(system.b);
  const DevicePointer multiplier = run.context.allocate(n * sizeof(float));
  const Function multipliers = run.module.function("gaussian_multipliers"),
                 eliminate = run.module.function("gaussian_eliminate");

  for (std::int32_t k = 0; k + 1 < count; ++k) {
    const std::uint32_t rows = sizes.n - 1 - static_cast<std::uint32_t>(k);
    multipliers.launch({.grid = {blocks_for(rows, 512)}, .cta = {512}}, a, multiplier, count, k);
    eliminate.launch({.grid = {blocks_for(rows + 1, 32), blocks_for(rows, 16)}, .cta = {32, 16}}, a, b,
                     multiplier, count, k);
  }

  const System want = eliminated(system, n);
  const System got{run.context.download<float>(a, n * n), run.context.download<float>(b, n)};
  WorkloadResult result;
  result.compare<float>("a", want.a, got.a);
  result.compare<float>("b", want.b, got.b);
  // Single precision has 24 bits; the elimination of n rows may lose about ten.
  result.compare<float>("product", system.b, product_with_solution(got, system.a, n), 1e-3);
  return result;
}

const Registration<Workload> registration{make_workload<GaussianSizes>(
    {.name = "gaussian",
     .description = "Gaussian elimination, two launches a column",
     .stands_for = "Jeon2015 Gaussian (Rodinia)",
     .values = "10 * exp(-distance / 100) from the diagonal, as Rodinia makes them; zeros appear below the "
               "diagonal; "
               "values=mesh: 10 * exp(-distance / 16) with 5 % noise",
     .character = "memory bound; CTAs of 512 threads, of which fewer and fewer have work",
     .small = {"n=40"},
     .paper = {{"n=1024"},
               "Jeon2015 Table 1: 513 to 1024 rows, and Rodinia's matrix1024; its own values are not used"}},
    run)};

}  // namespace
}  // namespace heddle::gaussian
