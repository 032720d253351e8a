// SPDX-License-Identifier: Apache-2.0
// C = alpha * A * B + beta * C with tiles in registers. Kernel and reference add along `inner` in order, with
// one fused multiply-add a step, so the check is exact.
#include <cmath>

#include "tb/workloads/input.hpp"
#include "tb/workloads/workload.hpp"

namespace heddle::sgemm {
namespace {

constexpr std::uint32_t side = 16, tile = 64;
constexpr float alpha = 0.75f, beta = -1.5f;

struct SgemmSizes {
  std::uint32_t rows = 256, inner = 128, cols = 256;
  static constexpr auto parameters() {
    constexpr auto source = "16 CTAs of 256 threads; multiples of 64 are not required";
    return std::tuple{
        parameter(&SgemmSizes::rows, "rows", "elements", 1, 8192, source, "Rows of A and C"),
        parameter(&SgemmSizes::inner, "inner", "elements", 1, 8192, source, "Columns of A, rows of B"),
        parameter(&SgemmSizes::cols, "cols", "elements", 1, 8192, source, "Columns of B and C")};
  }
};

WorkloadResult run(const WorkloadRun& run, const SgemmSizes& s) {
  Random random(run.seed);
  const auto matrix = [&](std::size_t rows, std::size_t cols) {
    return uniform_floats(random, rows * cols, -1.0f, 1.0f);
  };
  const auto a = matrix(s.rows, s.inner), b = matrix(s.inner, s.cols);
  auto c = matrix(s.rows, s.cols);
  const DevicePointer device_a = run.context.upload(a), device_b = run.context.upload(b),
                      device_c = run.context.upload(c);
  run.module.function("sgemm").launch(
      {.grid = {blocks_for(s.cols, tile), blocks_for(s.rows, tile)}, .cta = {side, side}}, device_a, device_b,
      device_c, static_cast<std::int32_t>(s.rows), static_cast<std::int32_t>(s.inner),
      static_cast<std::int32_t>(s.cols), alpha, beta);

  for (std::size_t row = 0; row < s.rows; ++row)
    for (std::size_t col = 0; col < s.cols; ++col) {
      float sum = 0.0f;
      for (std::size_t k = 0; k < s.inner; ++k)
        sum = std::fma(a[row * s.inner + k], b[k * s.cols + col], sum);
      float& out = c[row * s.cols + col];
      out = std::fma(alpha, sum, beta * out);
    }
  WorkloadResult result;
  result.compare<float>("c", c, run.context.download<float>(device_c, c.size()));
  return result;
}

const Registration<Workload> registration{make_workload<SgemmSizes>(
    {.name = "sgemm",
     .description = "matrix product with 4 x 4 elements of C in the registers of a thread",
     .stands_for = "matrix products of BLAS libraries (in none of the papers' tables): many registers",
     .values = "floats uniform in [-1, 1): random mantissas, sums of either sign",
     .character = "compute bound, many registers, no divergence but in edge tiles",
     .small = {"rows=70", "inner=20", "cols=66"}},
    run)};

}  // namespace
}  // namespace heddle::sgemm
