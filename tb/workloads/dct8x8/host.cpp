// SPDX-License-Identifier: Apache-2.0
// The discrete cosine transform of a picture's blocks of 8 x 8, and its inverse. The reference sums over all
// 64 pixels of a block in double precision; in single precision 16 multiply-adds of numbers up to 2048 have
// an error below 1e-3.
#include "tb/workloads/dct.hpp"
#include "tb/workloads/image.hpp"
#include "tb/workloads/workload.hpp"

namespace heddle::dct8x8 {
namespace {

constexpr std::uint32_t side = 8;
constexpr double tolerance = 1e-3;

struct DctSizes {
  std::uint32_t columns = 32, rows = 32;
  static constexpr auto parameters() {
    constexpr auto source = "a quarter of Wong2016's 512 x 512 pixels";
    return std::tuple{
        parameter(&DctSizes::columns, "columns", "blocks", 1, 1024, source, "Blocks of 8 pixels across"),
        parameter(&DctSizes::rows, "rows", "blocks", 1, 1024, source, "Blocks of 8 pixels down")};
  }
};

std::vector<float> transformed(const std::vector<float>& picture, const DctSizes& s) {
  const auto matrix = dct_matrix();
  const std::size_t width = s.columns * side;
  std::vector<float> out(picture.size());
  for (std::size_t i = 0; i < out.size(); ++i) {
    const std::size_t x = i % width, y = i / width, u = x % side, v = y % side;
    double sum = 0;
    for (std::size_t dy = 0; dy < side; ++dy)
      for (std::size_t dx = 0; dx < side; ++dx)
        sum += matrix[v * side + dy] * matrix[u * side + dx] * picture[(y - v + dy) * width + x - u + dx];
    out[i] = static_cast<float>(sum);
  }
  return out;
}

WorkloadResult run(const WorkloadRun& run, const DctSizes& s) {
  Random random(run.seed);
  const auto picture = photograph(random, s.columns * side, s.rows * side).floats();
  const auto matrix = dct_matrix();
  const std::vector<float> cosines(matrix.begin(), matrix.end());
  run.context.copy_to_device(run.module.variable("cosines").address, std::as_bytes(std::span(cosines)));
  const std::uint64_t bytes = picture.size() * sizeof(float);
  const DevicePointer in = run.context.upload(picture), coefficients = run.context.allocate(bytes),
                      restored = run.context.allocate(bytes);
  const LaunchShape shape{.grid = {s.columns, s.rows}, .cta = {side, side}};
  const auto width = static_cast<std::int32_t>(s.columns * side);
  run.module.function("dct").launch(shape, in, coefficients, width);
  run.module.function("inverse_dct").launch(shape, coefficients, restored, width);

  WorkloadResult result;
  result.compare<float>("coefficients", transformed(picture, s),
                        run.context.download<float>(coefficients, picture.size()), tolerance);
  result.compare<float>("restored", picture, run.context.download<float>(restored, picture.size()),
                        tolerance);
  result.set_picture(s.columns * side, s.rows * side);
  return result;
}

const Registration<Workload> registration{make_workload<DctSizes>(
    {.name = "dct8x8",
     .description = "discrete cosine transform of a picture's 8 x 8 blocks, and its inverse",
     .stands_for = "Wong2016 dct, Jeon2015 DCT8x8 (CUDA SDK)",
     .values =
         "brightness 0 .. 255 of a picture as floats; coefficients large at low frequencies, else near zero",
     .character = "compute in shared memory, CTAs of two warps, no divergence",
     .small = {"columns=5", "rows=3"},
     .paper = {{"columns=64", "rows=64"}, "Wong2016 Table 1: 512 x 512 pixels"},
     .error = ErrorMeasure::picture},
    run)};

}  // namespace
}  // namespace heddle::dct8x8
