// C = A * B with tiles in shared memory. Kernel and reference both sum along `inner` in order, with one fused
// multiply-add a step, so the check is exact.
#include <cmath>

#include "tb/workloads/input.hpp"
#include "tb/workloads/workload.hpp"

namespace heddle::matmul {
namespace {

constexpr std::uint32_t tile = 16;

struct MatmulSizes {
  std::uint32_t rows = 192, inner = 192, cols = 192;
  static constexpr auto parameters() {
    constexpr auto source = "144 CTAs: work for 15 SMs; multiples of 16 are not required";
    return std::tuple{
        parameter(&MatmulSizes::rows, "rows", "elements", 1, 8192, source, "Rows of A and C"),
        parameter(&MatmulSizes::inner, "inner", "elements", 1, 8192, source, "Columns of A, rows of B"),
        parameter(&MatmulSizes::cols, "cols", "elements", 1, 8192, source, "Columns of B and C")};
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

WorkloadResult run(const WorkloadRun& run, const MatmulSizes& sizes) {
  Random random(run.seed);
  const auto a = uniform_floats(random, std::size_t{sizes.rows} * sizes.inner, -1.0f, 1.0f);
  const auto b = uniform_floats(random, std::size_t{sizes.inner} * sizes.cols, -1.0f, 1.0f);
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
     .values = "floats uniform in [-1, 1): random mantissas, sums of either sign",
     .character = "compute in shared memory, no divergence but in edge tiles",
     .small = {"rows=37", "inner=29", "cols=41"}},
    run)};

}  // namespace
}  // namespace heddle::matmul
