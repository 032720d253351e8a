// SPDX-License-Identifier: Apache-2.0
// A blurred picture. The reference goes pixel by pixel without tiles; kernel and reference both add from the
// first weight to the last, with one fused multiply-add each, so the check is exact.
#include <cmath>

#include "tb/workloads/image.hpp"
#include "tb/workloads/workload.hpp"

namespace heddle::separable_convolution {
namespace {

constexpr int radius = 8;
constexpr std::uint32_t tile_x = 32, tile_y = 8;

enum class Values : std::uint8_t { integers, picture };
constexpr auto names_of(Values) {
  return std::array{Named{Values::integers, "integers"}, Named{Values::picture, "picture"}};
}

struct ConvolutionSizes {
  std::uint32_t width = 300, height = 200;
  Values values = Values::integers;
  static constexpr auto parameters() {
    constexpr auto source = "250 CTAs a launch, edge tiles partial";
    return std::tuple{
        parameter(&ConvolutionSizes::width, "width", "pixels", 1, 8192, source, "Width of the picture"),
        parameter(&ConvolutionSizes::height, "height", "pixels", 1, 8192, source, "Height of the picture"),
        parameter(&ConvolutionSizes::values, "values", "CUDA SDK",
                  "integers: picture and weights are whole numbers 0 .. 15; picture: brightness 0 .. 255 and "
                  "the weights of a bell curve")};
  }
};

/// Returns a bell curve whose sum is about 1.
std::vector<float> bell() {
  std::vector<double> weights;
  double sum = 0;
  for (int k = -radius; k <= radius; ++k) {
    weights.push_back(std::exp(-k * k / 18.0));
    sum += weights.back();
  }
  std::vector<float> scaled;
  for (const double w : weights) scaled.push_back(static_cast<float>(w / sum));
  return scaled;
}

/// Convolves along a line: `step` is 1 along rows and `width` along columns; `place` and `size` are the
/// pixel's position on the line and the line's length.
float convolved(const std::vector<float>& in, const std::vector<float>& weights, std::size_t pixel, int place,
                int size, std::ptrdiff_t step) {
  float sum = 0.0f;
  for (int k = -radius; k <= radius; ++k) {
    const bool inside = place + k >= 0 && place + k < size;
    sum = std::fma(weights[k + radius], inside ? in[pixel + k * step] : 0.0f, sum);
  }
  return sum;
}

WorkloadResult run(const WorkloadRun& run, const ConvolutionSizes& s) {
  Random random(run.seed);
  const bool integers = s.values == Values::integers;
  const auto in = integers ? whole_floats(random, std::size_t{s.width} * s.height, 16)
                           : photograph(random, s.width, s.height).floats();
  const auto weights = integers ? whole_floats(random, 2 * radius + 1, 16) : bell();
  run.context.copy_to_device(run.module.variable("weights").address, std::as_bytes(std::span(weights)));
  const DevicePointer device_in = run.context.upload(in),
                      rows = run.context.allocate(in.size() * sizeof(float)),
                      out = run.context.allocate(in.size() * sizeof(float));
  const LaunchShape shape{.grid = {blocks_for(s.width, tile_x), blocks_for(s.height, tile_y)},
                          .cta = {tile_x, tile_y}};
  const auto width = static_cast<std::int32_t>(s.width), height = static_cast<std::int32_t>(s.height);
  run.module.function("convolve_rows").launch(shape, device_in, rows, width, height);
  run.module.function("convolve_columns").launch(shape, rows, out, width, height);

  std::vector<float> along_rows(in.size()), expected(in.size());
  for (std::size_t i = 0; i < in.size(); ++i)
    along_rows[i] = convolved(in, weights, i, static_cast<int>(i % s.width), width, 1);
  for (std::size_t i = 0; i < in.size(); ++i)
    expected[i] = convolved(along_rows, weights, i, static_cast<int>(i / s.width), height, width);
  WorkloadResult result;
  result.compare<float>("out", expected, run.context.download<float>(out, in.size()));
  return result;
}

const Registration<Workload> registration{make_workload<ConvolutionSizes>(
    {.name = "separable_convolution",
     .description = "a picture blurred by a separable filter of 17 weights",
     .stands_for = "Lal2017 convolSeparable (CUDA SDK), Vijaykumar2015 CONS",
     .values = "picture and weights are (float) (rand() % 16), as in the CUDA SDK (convolutionSeparable): 16 "
               "different "
               "words; values=picture: brightness 0 .. 255, smooth fractions after the first pass",
     .character = "compute in shared memory, weights in constant memory, little divergence",
     .small = {"width=45", "height=30"},
     .paper = {{"width=3072", "height=3072"}, "CUDA SDK 4.2, convolutionSeparable"}},
    run)};

}  // namespace
}  // namespace heddle::separable_convolution
