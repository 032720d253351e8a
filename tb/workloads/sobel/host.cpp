// SPDX-License-Identifier: Apache-2.0
// Edges in a picture. All arithmetic is on integers, so the check is exact.
#include <algorithm>
#include <array>
#include <cstdlib>

#include "tb/workloads/image.hpp"
#include "tb/workloads/workload.hpp"

namespace heddle::sobel {
namespace {

constexpr std::uint32_t cta_x = 16, cta_y = 16;
constexpr std::int32_t scale = 8;  // in sixteenths: half the gradient

struct SobelSizes {
  std::uint32_t width = 250, height = 200;
  static constexpr auto parameters() {
    constexpr auto source = "208 CTAs; Wong2016 has 512 x 512";
    return std::tuple{
        parameter(&SobelSizes::width, "width", "pixels", 1, 8192, source, "Width of the picture"),
        parameter(&SobelSizes::height, "height", "pixels", 1, 8192, source, "Height of the picture")};
  }
};

std::vector<std::uint8_t> edges(const Image& picture) {
  constexpr std::array across{-1, 0, 1}, smooth{1, 2, 1};
  std::vector<std::uint8_t> out;
  for (std::size_t y = 0; y < picture.height; ++y)
    for (std::size_t x = 0; x < picture.width; ++x) {
      int gx = 0, gy = 0;
      for (int dy = 0; dy < 3; ++dy)
        for (int dx = 0; dx < 3; ++dx) {
          const int p = picture.clamped(static_cast<std::ptrdiff_t>(x) + dx - 1,
                                        static_cast<std::ptrdiff_t>(y) + dy - 1);
          gx += across[dx] * smooth[dy] * p;
          gy += across[dy] * smooth[dx] * p;
        }
      out.push_back(static_cast<std::uint8_t>(std::min((std::abs(gx) + std::abs(gy)) * scale / 16, 255)));
    }
  return out;
}

WorkloadResult run(const WorkloadRun& run, const SobelSizes& s) {
  Random random(run.seed);
  const Image picture = photograph(random, s.width, s.height);
  const DevicePointer texels = run.context.upload(picture.pixels),
                      out = run.context.allocate(picture.pixels.size());
  const std::uint64_t texture = run.context.create_texture({.address = texels,
                                                            .width = s.width,
                                                            .height = s.height,
                                                            .pitch = s.width,
                                                            .type = ptx::TexelType::u8});
  run.module.function("sobel").launch(
      {.grid = {blocks_for(s.width, cta_x), blocks_for(s.height, cta_y)}, .cta = {cta_x, cta_y}}, texture,
      out, static_cast<std::int32_t>(s.width), static_cast<std::int32_t>(s.height), scale);
  WorkloadResult result;
  result.compare<std::uint8_t>("out", edges(picture),
                               run.context.download<std::uint8_t>(out, picture.pixels.size()));
  result.set_picture(s.width, s.height);
  return result;
}

const Registration<Workload> registration{make_workload<SobelSizes>(
    {.name = "sobel",
     .description = "edges in a picture that is read as a texture",
     .stands_for = "Wong2016 sobel (CUDA SDK)",
     .values = "bytes of a picture; gradients small within objects, large at outlines",
     .character = "texture fetches and integers, divergent only at the picture's edge",
     .small = {"width=41", "height=19"},
     .paper = {{"width=512", "height=512"}, "Wong2016 Table 1"},
     .error = ErrorMeasure::picture},
    run)};

}  // namespace
}  // namespace heddle::sobel
