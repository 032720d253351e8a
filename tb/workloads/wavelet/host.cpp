// SPDX-License-Identifier: Apache-2.0
// The wavelet transform of a picture, some levels deep. The reference lifts each line in place, first all odd
// elements and then all even ones. Integers make the check exact.
#include "tb/workloads/image.hpp"
#include "tb/workloads/workload.hpp"

namespace heddle::wavelet {
namespace {

constexpr std::uint32_t cta = 128;

struct WaveletSizes {
  std::uint32_t width = 500, height = 300, levels = 3;
  static constexpr auto parameters() {
    using S = WaveletSizes;
    constexpr auto source = "odd sizes at the second and third level";
    return std::tuple{parameter(&S::width, "width", "pixels", 1, 8192, source, "Width of the picture"),
                      parameter(&S::height, "height", "pixels", 1, 8192, source, "Height of the picture"),
                      parameter(&S::levels, "levels", "levels", 1, 8, "",
                                "Each level transforms the last one's low quarter")};
  }
};

std::vector<int> lifted(std::vector<int> line) {
  const std::ptrdiff_t n = std::ssize(line);
  const auto mirrored = [&](std::ptrdiff_t i) -> int {
    if (i < 0) i = -i;
    if (i >= n) i = 2 * (n - 1) - i;
    return line[static_cast<std::size_t>(i)];
  };
  if (n == 1) return line;
  for (std::ptrdiff_t i = 1; i < n; i += 2) line[i] -= (mirrored(i - 1) + mirrored(i + 1)) >> 1;
  for (std::ptrdiff_t i = 0; i < n; i += 2) line[i] += (mirrored(i - 1) + mirrored(i + 1) + 2) >> 2;
  std::vector<int> sorted;
  for (std::ptrdiff_t i = 0; i < n; i += 2) sorted.push_back(line[i]);
  for (std::ptrdiff_t i = 1; i < n; i += 2) sorted.push_back(line[i]);
  return sorted;
}

/// Transforms the `count` elements from `first` on, `step` apart, in place.
void lift(std::vector<int>& data, std::size_t first, std::size_t step, std::size_t count) {
  std::vector<int> line;
  for (std::size_t i = 0; i < count; ++i) line.push_back(data[first + i * step]);
  line = lifted(std::move(line));
  for (std::size_t i = 0; i < count; ++i) data[first + i * step] = line[i];
}

WorkloadResult run(const WorkloadRun& run, const WaveletSizes& s) {
  Random random(run.seed);
  const Image picture = photograph(random, s.width, s.height);
  std::vector<int> expected(picture.pixels.begin(), picture.pixels.end());
  const DevicePointer data = run.context.upload(expected),
                      half = run.context.allocate(expected.size() * sizeof(int));

  std::uint32_t width = s.width, height = s.height;
  const auto pitch = static_cast<std::int32_t>(s.width);
  for (std::uint32_t level = 0; level < s.levels; ++level) {
    const auto w = static_cast<std::int32_t>(width), h = static_cast<std::int32_t>(height);
    run.module.function("wavelet_rows")
        .launch({.grid = {blocks_for(width, 2 * cta), height}, .cta = {cta}}, data, half, w, pitch);
    run.module.function("wavelet_columns")
        .launch({.grid = {blocks_for(width, cta), blocks_for(height, 2)}, .cta = {cta}}, half, data, w, h,
                pitch);
    for (std::size_t y = 0; y < height; ++y) lift(expected, y * s.width, 1, width);
    for (std::size_t x = 0; x < width; ++x) lift(expected, x, s.width, height);
    width = blocks_for(width, 2);
    height = blocks_for(height, 2);
  }
  WorkloadResult result;
  result.compare<int>("coefficients", expected, run.context.download<int>(data, expected.size()));
  return result;
}

const Registration<Workload> registration{make_workload<WaveletSizes>(
    {.name = "wavelet",
     .description = "two-dimensional wavelet transform (CDF 5/3) of a picture",
     .stands_for = "Lee2015 dwt2d (Rodinia)",
     .values = "brightness 0 .. 255 as integers; differences are small and of either sign",
     .character =
         "memory bound integers; divergent at the ends of lines and in partial CTAs of deeper levels",
     .small = {"width=61", "height=22", "levels=2"},
     .paper = {{"width=1024", "height=1024", "levels=3"},
               "Rodinia 3.1, dwt2d: rgb.bmp -d 1024x1024 -f -5 -l 3"}},
    run)};

}  // namespace
}  // namespace heddle::wavelet
