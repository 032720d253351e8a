// SPDX-License-Identifier: Apache-2.0
// Speckle reduction in an image like those of ultrasound. In each iteration the host reads a strip of smooth
// tissue at the top and measures its speckle. The reference works on an image with a border; it rounds as the
// kernels' formulas do, so it is exact.
#include <algorithm>
#include <cmath>

#include "tb/workloads/input.hpp"
#include "tb/workloads/workload.hpp"

namespace heddle::srad {
namespace {

constexpr std::uint32_t tile = 16;
constexpr float quarter_step = 0.125f;  // a quarter of the time step 0.5

enum class Values : std::uint8_t { uniform, ultrasound };
constexpr auto names_of(Values) {
  return std::array{Named{Values::uniform, "uniform"}, Named{Values::ultrasound, "ultrasound"}};
}

struct SradSizes {
  std::uint32_t cols = 192, rows = 192, iterations = 2;
  Values values = Values::uniform;
  static constexpr auto parameters() {
    return std::tuple{parameter(&SradSizes::cols, "cols", "pixels", 2, 4096, "144 CTAs a launch", "Width"),
                      parameter(&SradSizes::rows, "rows", "pixels", 2, 4096, "144 CTAs a launch", "Height"),
                      parameter(&SradSizes::iterations, "iterations", "iterations", 1, 10'000,
                                "two launches each", "Steps of diffusion"),
                      parameter(&SradSizes::values, "values", "Rodinia, srad_v2",
                                "uniform: exp of numbers in [0, 1); ultrasound: an image with speckle")};
  }
};

/// Returns dark blood in brighter tissue, each pixel times a speckle of 0.8 .. 1.2. As with real pictures,
/// the brightness 0 .. 255 is compressed by exp before the filter.
std::vector<float> ultrasound(Random& random, const SradSizes& s) {
  const float centre_x = uniform(random, 0.4f, 0.6f), centre_y = uniform(random, 0.5f, 0.7f);
  std::vector<float> image;
  for (std::uint32_t y = 0; y < s.rows; ++y)
    for (std::uint32_t x = 0; x < s.cols; ++x) {
      const float dx = static_cast<float>(x) / static_cast<float>(s.cols) - centre_x,
                  dy = static_cast<float>(y) / static_cast<float>(s.rows) - centre_y;
      const float tissue = dx * dx + dy * dy < 0.05f ? 40.0f : 140.0f - 60.0f * dy;
      const float pixel = std::round(tissue * uniform(random, 0.8f, 1.2f));
      image.push_back(std::exp(pixel / 255.0f));
    }
  return image;
}

std::size_t strip_of(const SradSizes& s) { return std::size_t{std::max(1u, s.rows / 8)} * s.cols; }

/// Returns the variance divided by the squared mean.
float speckle_of(std::span<const float> strip) {
  double sum = 0, squares = 0;
  for (const float f : strip) {
    sum += static_cast<double>(f);
    squares += static_cast<double>(f) * static_cast<double>(f);
  }
  const double mean = sum / static_cast<double>(strip.size());
  return static_cast<float>(squares / static_cast<double>(strip.size()) / (mean * mean) - 1.0);
}

/// An image with a border of one pixel.
class Framed {
 public:
  Framed(const std::vector<float>& inner, const SradSizes& s) : pitch_(s.cols + 2) {
    for (std::ptrdiff_t y = -1; y <= static_cast<std::ptrdiff_t>(s.rows); ++y)
      for (std::ptrdiff_t x = -1; x <= static_cast<std::ptrdiff_t>(s.cols); ++x) {
        const auto in_y = std::clamp<std::ptrdiff_t>(y, 0, s.rows - 1),
                   in_x = std::clamp<std::ptrdiff_t>(x, 0, s.cols - 1);
        pixels_.push_back(inner[static_cast<std::size_t>(in_y) * s.cols + static_cast<std::size_t>(in_x)]);
      }
  }
  /// Returns the inner pixel (x, y), moved by (dx, dy).
  float at(std::size_t x, std::size_t y, int dx = 0, int dy = 0) const {
    return pixels_[(y + 1 + static_cast<std::size_t>(dy)) * pitch_ + x + 1 + static_cast<std::size_t>(dx)];
  }

 private:
  std::size_t pitch_;
  std::vector<float> pixels_{};
};

float coefficient_of(float here, float n, float s, float w, float e, float speckle) {
  n -= here, s -= here, w -= here, e -= here;
  const float squares = std::fma(e, e, std::fma(w, w, std::fma(n, n, s * s))) / (here * here);
  const float laplacian = (n + s + w + e) / here, scale = std::fma(0.25f, laplacian, 1.0f);
  const float variation = std::fma(-0.0625f * laplacian, laplacian, 0.5f * squares) / (scale * scale);
  return std::clamp(1.0f / (1.0f + (variation - speckle) / (speckle * (1.0f + speckle))), 0.0f, 1.0f);
}

std::vector<float> diffused(std::vector<float> image, const SradSizes& s) {
  for (std::uint32_t i = 0; i < s.iterations; ++i) {
    const float speckle = speckle_of(std::span(image).first(strip_of(s)));
    const Framed old(image, s);
    std::vector<float> coefficient;
    for (std::size_t y = 0; y < s.rows; ++y)
      for (std::size_t x = 0; x < s.cols; ++x)
        coefficient.push_back(coefficient_of(old.at(x, y), old.at(x, y, 0, -1), old.at(x, y, 0, 1),
                                             old.at(x, y, -1), old.at(x, y, 1), speckle));
    const Framed c(coefficient, s);
    for (std::size_t y = 0; y < s.rows; ++y)
      for (std::size_t x = 0; x < s.cols; ++x) {
        const float here = old.at(x, y);
        float flow = c.at(x, y) * (old.at(x, y, 0, -1) - here);
        flow = std::fma(c.at(x, y), old.at(x, y, -1) - here, flow);
        flow = std::fma(c.at(x, y, 0, 1), old.at(x, y, 0, 1) - here, flow);
        flow = std::fma(c.at(x, y, 1), old.at(x, y, 1) - here, flow);
        image[y * s.cols + x] = std::fma(quarter_step, flow, here);
      }
  }
  return image;
}

WorkloadResult run(const WorkloadRun& run, const SradSizes& sizes) {
  Random random(run.seed);
  auto start = sizes.values == Values::ultrasound
                   ? ultrasound(random, sizes)
                   : uniform_floats(random, std::size_t{sizes.cols} * sizes.rows, 0.0f, 1.0f);
  if (sizes.values == Values::uniform)
    for (float& pixel : start) pixel = std::exp(pixel);
  DevicePointer image = run.context.upload(start), next = run.context.allocate(start.size() * sizeof(float));
  const DevicePointer coefficient = run.context.allocate(start.size() * sizeof(float));
  const auto cols = static_cast<std::int32_t>(sizes.cols), rows = static_cast<std::int32_t>(sizes.rows);
  const LaunchShape shape{.grid = {blocks_for(sizes.cols, tile), blocks_for(sizes.rows, tile)},
                          .cta = {tile, tile}};
  for (std::uint32_t i = 0; i < sizes.iterations; ++i) {
    const auto strip = run.context.download<float>(image, strip_of(sizes));
    run.module.function("srad_coefficient").launch(shape, image, coefficient, cols, rows, speckle_of(strip));
    run.module.function("srad_flow").launch(shape, image, coefficient, next, cols, rows, quarter_step);
    std::swap(image, next);
  }
  WorkloadResult result;
  result.compare<float>("image", diffused(start, sizes), run.context.download<float>(image, start.size()));
  return result;
}

const Registration<Workload> registration{make_workload<SradSizes>(
    {.name = "srad",
     .description = "speckle reduction in an image: diffusion that stops at edges",
     .stands_for = "srad (Rodinia), the suite of Lee2015 and Jeon2015; no paper names it",
     .values = "exp of uniform numbers in [0, 1), as in Rodinia's srad_v2: 1 .. 2.72; values=ultrasound: an "
               "ultrasound-like image, exp(brightness / 255), with speckle",
     .character = "memory bound with divisions; divergence only at the border",
     .small = {"cols=37", "rows=41"},
     .paper = {{"cols=2048", "rows=2048", "iterations=2"},
               "Rodinia 3.1, srad_v2: 2048 2048 0 127 0 127 0.5 2"}},
    run)};

}  // namespace
}  // namespace heddle::srad
