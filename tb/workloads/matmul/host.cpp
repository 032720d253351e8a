// SPDX-License-Identifier: Apache-2.0
// C = A * B with tiles in shared memory. Kernel and reference both sum along `inner` in order, with one fused
// multiply-add a step, so the check is exact.
#include <cmath>

#include "tb/workloads/input.hpp"
#include "tb/workloads/workload.hpp"

namespace heddle::matmul {
namespace {

constexpr std::uint32_t tile = 16;

enum class Values : std::uint8_t { uniform, both_signs, whole };
constexpr auto names_of(Values) {
  return std::array{Named{Values::uniform, "uniform"}, Named{Values::both_signs, "both_signs"},
                    Named{Values::whole, "whole"}};
}

struct MatmulSizes {
  std::uint32_t rows = 192, inner = 192, cols = 192;
  Values values = Values::uniform;
  static constexpr auto parameters() {
    constexpr auto source = "144 CTAs: work for 15 SMs; multiples of 16 are not required";
    return std::tuple{
        parameter(&MatmulSizes::rows, "rows", "elements", 1, 8192, source, "Rows of A and C"),
        parameter(&MatmulSizes::inner, "inner", "elements", 1, 8192, source, "Columns of A, rows of B"),
        parameter(&MatmulSizes::cols, "cols", "elements", 1, 8192, source, "Columns of B and C"),
        parameter(&MatmulSizes::values, "values", "CUDA SDK",
                  "uniform: in [0, 1); both_signs: in [-1, 1); whole: 0 .. 99, as in Mars")};
  }
};

std::vector<float> product(const std::vector<float>& a, const std::vector<float>& b, const MatmulSizes& s) {
  std::vector<float> c(std::size_t{s.rows} * s.cols, 0.0f);
  for (std::size_t row = 0; row < s.rows; ++row)
    for (std::size_t k = 0; k < s.inner; ++k)
      for (std::size_t col = 0; col < s.cols; ++col) {
        float& sum = c[row * s.cols + col];
        sum = std::fma(a[row * s.inner + k], b[k * s.cols + col], sum);
      }
  return c;
}

std::vector<float> drawn(Random& random, std::uint32_t rows, std::uint32_t cols, Values values) {
  const std::size_t count = std::size_t{rows} * cols;
  if (values == Values::whole) return whole_floats(random, count, 100);
  return uniform_floats(random, count, values == Values::uniform ? 0.0f : -1.0f, 1.0f);
}

WorkloadResult run(const WorkloadRun& run, const MatmulSizes& sizes) {
  Random random(run.seed);
  const auto a = drawn(random, sizes.rows, sizes.inner, sizes.values);
  const auto b = drawn(random, sizes.inner, sizes.cols, sizes.values);
  const std::size_t count = std::size_t{sizes.rows} * sizes.cols;
  const DevicePointer device_a = run.context.upload(a), device_b = run.context.upload(b);
  const DevicePointer device_c = run.context.allocate(count * sizeof(float));

  run.module.function("matmul").launch(
      {.grid = {blocks_for(sizes.cols, tile), blocks_for(sizes.rows, tile)}, .cta = {tile, tile}}, device_a,
      device_b, device_c, static_cast<std::int32_t>(sizes.rows), static_cast<std::int32_t>(sizes.inner),
      static_cast<std::int32_t>(sizes.cols));

  WorkloadResult result;
  result.compare<float>("c", product(a, b, sizes), run.context.download<float>(device_c, count));
  return result;
}

const Registration<Workload> registration{make_workload<MatmulSizes>(
    {.name = "matmul",
     .description = "product of two float matrices, 16 x 16 tiles in shared memory",
     .stands_for = "Jeon2015 MatrixMul (CUDA SDK), Vijaykumar2015 MM (Mars)",
     .values =
         "floats uniform in [0, 1), as in the CUDA SDK: random mantissas; values=both_signs: in [-1, 1); "
         "values=whole: (float) (rand() % 100), as in Mars' MM",
     .character = "compute in shared memory, no divergence but in edge tiles",
     .small = {"rows=37", "inner=29", "cols=41"},
     .paper = {{"rows=960", "inner=640", "cols=640"}, "CUDA SDK 4.2, matrixMul on compute capability 2"}},
    run)};

}  // namespace
}  // namespace heddle::matmul
