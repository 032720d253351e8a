// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <cstdint>
#include <vector>

#include "tb/workloads/input.hpp"

namespace heddle {

/// A picture of one channel, row by row, values 0 .. 255.
struct Image {
  std::size_t width = 0, height = 0;
  std::vector<std::uint8_t> pixels{};

  std::uint8_t at(std::size_t x, std::size_t y) const { return pixels[y * width + x]; }
  /// The pixel at the edge that is nearest to (x, y).
  std::uint8_t clamped(std::ptrdiff_t x, std::ptrdiff_t y) const {
    const auto inside = [](std::ptrdiff_t v, std::size_t size) {
      return static_cast<std::size_t>(
          std::clamp<std::ptrdiff_t>(v, 0, static_cast<std::ptrdiff_t>(size) - 1));
    };
    return at(inside(x, width), inside(y, height));
  }
  std::vector<float> floats() const { return {pixels.begin(), pixels.end()}; }
};

/// Resembles a photograph: a slow gradient (sky), objects with sharp edges and shading of their own, and
/// sensor noise of `noise` levels either way. Neighbours are close nearly everywhere, far apart at the
/// outlines.
inline Image photograph(Random& random, std::size_t width, std::size_t height, int noise = 3) {
  const float across = 1.0f / static_cast<float>(width), down = 1.0f / static_cast<float>(height);
  const float bottom = uniform(random, 60.0f, 110.0f), top = uniform(random, 150.0f, 210.0f);
  const float tilt = uniform(random, -25.0f, 25.0f);
  std::vector<float> light(width * height);
  for (std::size_t y = 0; y < height; ++y)
    for (std::size_t x = 0; x < width; ++x)
      light[y * width + x] =
          top + (bottom - top) * static_cast<float>(y) * down + tilt * static_cast<float>(x) * across;

  for (int object = 0; object < 12; ++object) {
    const bool round = random.one_in(2);
    const float cx = uniform(random, 0.0f, 1.0f), cy = uniform(random, 0.0f, 1.0f);
    const float rx = uniform(random, 0.04f, 0.22f), ry = uniform(random, 0.04f, 0.22f);
    const float shade = uniform(random, 20.0f, 235.0f), slope = uniform(random, -30.0f, 30.0f);
    for (std::size_t y = 0; y < height; ++y)
      for (std::size_t x = 0; x < width; ++x) {
        const float dx = (static_cast<float>(x) * across - cx) / rx,
                    dy = (static_cast<float>(y) * down - cy) / ry;
        const bool inside = round ? dx * dx + dy * dy < 1.0f : std::max(dx * dx, dy * dy) < 1.0f;
        if (inside) light[y * width + x] = shade + slope * dx;
      }
  }

  Image image{width, height, std::vector<std::uint8_t>(width * height)};
  for (std::size_t i = 0; i < light.size(); ++i) {
    const int grain = noise == 0 ? 0 : static_cast<int>(random.below(2 * noise + 1)) - noise;
    image.pixels[i] = static_cast<std::uint8_t>(std::clamp(static_cast<int>(light[i]) + grain, 0, 255));
  }
  return image;
}

}  // namespace heddle
