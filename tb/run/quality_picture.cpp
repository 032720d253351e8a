// SPDX-License-Identifier: Apache-2.0
#include "tb/run/quality_picture.hpp"

#include <png.h>

#include <cmath>
#include <vector>

#include "models/base/error.hpp"

namespace heddle {
namespace {

std::uint8_t level(double value) {
  return static_cast<std::uint8_t>(std::isfinite(value) ? std::lround(std::clamp(value, 0., 255.)) : 255);
}

std::string encoded(const std::vector<std::uint8_t>& pixels, std::uint32_t width, std::uint32_t height,
                    bool coloured) {
  png_image image{};
  image.version = PNG_IMAGE_VERSION;
  image.width = width;
  image.height = height;
  image.format = coloured ? PNG_FORMAT_RGB : PNG_FORMAT_GRAY;
  const auto write = [&](void* memory, png_alloc_size_t& bytes) {
    if (png_image_write_to_memory(&image, memory, &bytes, 0, pixels.data(), 0, nullptr) == 0)
      throw Error({.what = "the picture cannot be written as PNG", .value = image.message});
  };
  png_alloc_size_t bytes = 0;
  write(nullptr, bytes);
  std::string file(bytes, '\0');
  write(file.data(), bytes);
  file.resize(bytes);
  return file;
}

}  // namespace

std::string png_of(const WorkloadResult& exact, const WorkloadResult& approximated) {
  const OutputPicture& p = exact.picture;
  if (p.elements() == 0) return "";
  const bool coloured = p.channels != 1;
  const std::uint32_t shown = coloured ? 3 : 1;  // opacity is not shown
  std::vector<std::uint8_t> pixels;
  pixels.reserve(std::size_t{3} * p.width * p.height * shown);
  const auto value = [&](const WorkloadResult& r, std::size_t y, std::size_t x, std::uint32_t channel) {
    return r.output[p.first + (y * p.width + x) * p.channels + channel];
  };
  for (std::size_t y = 0; y < p.height; ++y)
    for (unsigned part = 0; part < 3; ++part)
      for (std::size_t x = 0; x < p.width; ++x)
        for (std::uint32_t c = 0; c < shown; ++c) {
          const double was = value(exact, y, x, c), is = value(approximated, y, x, c);
          pixels.push_back(level(part == 0 ? was : part == 1 ? is : std::abs(is - was)));
        }
  return encoded(pixels, 3 * p.width, p.height, coloured);
}

}  // namespace heddle
