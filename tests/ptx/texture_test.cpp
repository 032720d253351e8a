// SPDX-License-Identifier: Apache-2.0
#include "models/ptx/program/texture.hpp"

#include <gtest/gtest.h>

#include <bit>
#include <cmath>
#include <cstring>
#include <vector>

#include "models/base/random.hpp"

namespace heddle::test::texture_test {
namespace {

using namespace ptx;

std::array<std::uint32_t, 4> fetch(const Texture& t, const std::vector<std::byte>& memory,
                                   const TextureFetch& what, const TextureCoordinates& at) {
  const TextureSample s = sample_texture(t, what, at);
  TexelBytes texels{};
  for (unsigned k = 0; k < s.count; ++k)
    if (s.inside[k]) std::memcpy(texels[k].data(), memory.data() + s.address[k], texel_bytes(t));
  return filter_texels(t, s, texels);
}

/// Fetches from texels in host memory.
std::array<std::uint32_t, 4> fetch(const Texture& t, const std::vector<std::byte>& memory,
                                   unsigned dimensions, std::array<float, 3> at) {
  TextureCoordinates bits{};
  for (unsigned d = 0; d < 3; ++d) bits[d] = std::bit_cast<std::uint32_t>(at[d]);
  return fetch(t, memory, {.dimensions = static_cast<std::uint8_t>(dimensions), .real_coordinates = true},
               bits);
}

std::vector<std::byte> floats(std::vector<float> values) {
  std::vector<std::byte> bytes(values.size() * 4);
  std::memcpy(bytes.data(), values.data(), bytes.size());
  return bytes;
}

float value(const std::array<std::uint32_t, 4>& result) { return std::bit_cast<float>(result[0]); }

TEST(Texture, LinearFilterInterpolatesBetweenTexelCentres) {
  const auto memory = floats({10, 20, 40, 80});
  const Texture t{.width = 4, .pitch = 16, .linear_filter = true};
  EXPECT_EQ(value(fetch(t, memory, 1, {0.5f, 0})), 10);
  EXPECT_EQ(value(fetch(t, memory, 1, {1.0f, 0})), 15);
  EXPECT_EQ(value(fetch(t, memory, 1, {2.25f, 0})), 35);
  EXPECT_EQ(value(fetch(t, memory, 1, {-3.0f, 0})), 10);  // clamped
  EXPECT_EQ(value(fetch(t, memory, 1, {9.0f, 0})), 80);
}

TEST(Texture, WeightsHaveEightFractionBits) {
  const auto memory = floats({0, 256});
  const Texture t{.width = 2, .pitch = 8, .linear_filter = true};
  for (unsigned k = 0; k <= 4096; ++k) {
    const float x = 0.5f + static_cast<float>(k) / 4096;
    EXPECT_EQ(value(fetch(t, memory, 1, {x, 0})), static_cast<float>(std::lround(k / 16.0))) << x;
  }
}

TEST(Texture, AddressingModesFoldAsTheirDefinitionsSay) {
  std::vector<float> row(8);
  for (unsigned i = 0; i < 8; ++i) row[i] = static_cast<float>(i + 1);
  const auto memory = floats(row);
  for (int k = -70; k < 70; ++k) {
    const double x = (k + 0.5) / 16;  // normalized, and never at a boundary
    const auto texel = [&](TextureAddressing mode) {
      const Texture t{
          .width = 8, .pitch = 32, .addressing = {mode, mode, mode}, .normalized_coordinates = true};
      return value(fetch(t, memory, 1, {static_cast<float>(x), 0}));
    };
    const auto at = [&](double u) { return row[static_cast<std::size_t>(u * 8)]; };
    const double fraction = x - std::floor(x);
    EXPECT_EQ(texel(TextureAddressing::wrap), at(fraction)) << x;
    const bool odd = std::fmod(std::fabs(std::floor(x)), 2) == 1;
    EXPECT_EQ(texel(TextureAddressing::mirror), at(odd ? 1 - fraction : fraction)) << x;
    EXPECT_EQ(texel(TextureAddressing::clamp), at(std::clamp(x, 0.0, 0.999))) << x;
    EXPECT_EQ(texel(TextureAddressing::border), x < 0 || x >= 1 ? 0 : at(x)) << x;
  }
}

TEST(Texture, BorderTakesPartInTheFilterAsZero) {
  const auto memory = floats({100, 100});
  const Texture t{.width = 2,
                  .pitch = 8,
                  .addressing = {TextureAddressing::border, TextureAddressing::border},
                  .linear_filter = true};
  EXPECT_EQ(value(fetch(t, memory, 1, {0.25f, 0})), 75);
  EXPECT_EQ(value(fetch(t, memory, 1, {2.0f, 0})), 50);
  EXPECT_EQ(value(fetch(t, memory, 1, {7.0f, 0})), 0);
}

TEST(Texture, TwoDimensionsAgreeWithTheFormula) {
  Random rng(11);
  std::vector<float> texels(6 * 5);
  for (float& v : texels) v = static_cast<float>(rng.below(4096));
  const auto memory = floats(texels);
  const Texture t{.width = 5, .height = 5, .pitch = 24, .linear_filter = true};
  for (unsigned n = 0; n < 500; ++n) {
    const float x = 0.5f + static_cast<float>(rng.below(1024)) / 256,
                y = 0.5f + static_cast<float>(rng.below(1024)) / 256;
    const double bx = x - 0.5, by = y - 0.5, a = bx - std::floor(bx), b = by - std::floor(by);
    const auto at = [&](double i, double j) {
      return texels[static_cast<std::size_t>(std::min(j, 4.0) * 6 + std::min(i, 4.0))];
    };
    const double i = std::floor(bx), j = std::floor(by);
    const double want = (1 - a) * (1 - b) * at(i, j) + a * (1 - b) * at(i + 1, j) +
                        (1 - a) * b * at(i, j + 1) + a * b * at(i + 1, j + 1);
    EXPECT_EQ(value(fetch(t, memory, 2, {x, y})), static_cast<float>(want)) << x << " " << y;
  }
}

/// A volume of 7 x 5 x 6 texels, rows of 32 and slices of 192 bytes; values are integers below 4096.
struct Volume {
  std::vector<float> texels = std::vector<float>(6 * 48);
  Texture texture{
      .width = 7, .height = 5, .depth = 6, .pitch = 32, .slice_pitch = 192, .linear_filter = true};

  explicit Volume(std::uint64_t seed) {
    Random rng(seed);
    for (float& v : texels) v = static_cast<float>(rng.below(4096));
  }
  double at(double x, double y, double z) const {
    const auto clamped = [](double c, double extent) { return std::min(std::max(c, 0.0), extent - 1); };
    return texels[static_cast<std::size_t>(clamped(z, 6) * 48 + clamped(y, 5) * 8 + clamped(x, 7))];
  }
  /// T(x) = (1 - a) T[i] + a T[i + 1] in each dimension, with i = floor(x - 0.5).
  double filtered(double x, double y, double z) const {
    const auto between = [](double low, double high, double share) { return low + (high - low) * share; };
    const double i = std::floor(x - 0.5), j = std::floor(y - 0.5), k = std::floor(z - 0.5);
    const double a = x - 0.5 - i, b = y - 0.5 - j, c = z - 0.5 - k;
    const auto plane = [&](double slice) {
      return between(between(at(i, j, slice), at(i + 1, j, slice), a),
                     between(at(i, j + 1, slice), at(i + 1, j + 1, slice), a), b);
    };
    return between(plane(k), plane(k + 1), c);
  }
};

TEST(Texture, ThreeDimensionsAgreeWithTheFormula) {
  const Volume v(21);
  Random rng(22);
  for (unsigned n = 0; n < 1000; ++n) {
    std::array<float, 3> at{};  // -1 to 9 in steps of 1/256, the resolution of the weights
    for (float& c : at) c = static_cast<float>(rng.below(2560)) / 256 - 1;
    EXPECT_EQ(value(fetch(v.texture, floats(v.texels), 3, at)),
              static_cast<float>(v.filtered(at[0], at[1], at[2])))
        << at[0] << " " << at[1] << " " << at[2];
  }
}

TEST(Texture, TheNearestTexelOfAVolumeFoldsInZ) {
  Volume v(23);
  v.texture.linear_filter = false;
  v.texture.normalized_coordinates = true;
  v.texture.addressing = {TextureAddressing::clamp, TextureAddressing::clamp, TextureAddressing::wrap};
  const auto memory = floats(v.texels);
  for (int slice = -13; slice < 13; ++slice) {
    const float z = (static_cast<float>(slice) + 0.5f) / 6;
    EXPECT_EQ(value(fetch(v.texture, memory, 3, {0.5f, 0.5f, z})), v.at(3, 2, (slice % 6 + 6) % 6)) << slice;
  }
  v.texture.addressing[2] = TextureAddressing::border;
  EXPECT_EQ(value(fetch(v.texture, memory, 3, {0.5f, 0.5f, 1.25f})), 0);
}

TEST(Texture, LayersAreClampedAndNeverFiltered) {
  const Volume v(24);
  const auto memory = floats(v.texels);
  const auto bits = [](float f) { return std::bit_cast<std::uint32_t>(f); };
  Random rng(25);
  for (unsigned n = 0; n < 500; ++n) {
    const float x = static_cast<float>(rng.below(2048)) / 256, y = static_cast<float>(rng.below(2048)) / 256;
    for (const std::uint32_t layer : {0u, 3u, 5u, 6u, 0x80000000u, ~0u}) {
      const double slice = std::min(layer, 5u) + 0.5;  // only this slice counts
      const TextureFetch plane{.dimensions = 2, .layered = true, .real_coordinates = true};
      EXPECT_EQ(value(fetch(v.texture, memory, plane, {bits(x), bits(y), layer})),
                static_cast<float>(v.filtered(x, y, slice)))
          << x << " " << y << " " << layer;
      const TextureFetch line{.dimensions = 1, .layered = true, .real_coordinates = true};
      EXPECT_EQ(value(fetch(v.texture, memory, line, {bits(x), layer})),
                static_cast<float>(v.filtered(x, 0.5, slice)))
          << x << " " << layer;
    }
  }
}

TEST(Texture, IntegerCoordinatesOutsideALayerGiveZero) {
  const Volume v(26);
  const TextureFetch plane{.dimensions = 2, .layered = true};
  const auto at = [&](std::int32_t x, std::int32_t y, std::uint32_t layer) {
    return value(fetch(v.texture, floats(v.texels), plane,
                       {static_cast<std::uint32_t>(x), static_cast<std::uint32_t>(y), layer}));
  };
  EXPECT_EQ(at(6, 4, 2), v.at(6, 4, 2));
  EXPECT_EQ(at(6, 4, 9), v.at(6, 4, 5));
  EXPECT_EQ(at(7, 4, 2), 0);
  EXPECT_EQ(at(6, -1, 2), 0);
}

TEST(Texture, NormalizedIntegersSpanZeroToOneOrMinusOneToOne) {
  const std::vector<std::byte> memory{std::byte{0}, std::byte{255}, std::byte{51}, std::byte{0x80},
                                      std::byte{0x7f}};
  Texture t{.width = 5, .pitch = 8, .type = TexelType::u8, .normalized_values = true};
  EXPECT_EQ(value(fetch(t, memory, 1, {0, 0})), 0.0f);
  EXPECT_EQ(value(fetch(t, memory, 1, {1, 0})), 1.0f);
  EXPECT_EQ(value(fetch(t, memory, 1, {2, 0})), 0.2f);
  t.type = TexelType::s8;
  EXPECT_EQ(value(fetch(t, memory, 1, {3, 0})), -1.0f);
  EXPECT_EQ(value(fetch(t, memory, 1, {4, 0})), 1.0f);
  EXPECT_EQ(value(fetch(t, memory, 1, {1, 0})), -1.0f / 127);
}

TEST(Texture, StrangeCoordinatesAreHarmless) {
  const auto memory = floats({1, 2, 3, 4});
  for (const auto mode : {TextureAddressing::wrap, TextureAddressing::mirror, TextureAddressing::clamp,
                          TextureAddressing::border})
    for (const float x : {INFINITY, -INFINITY, NAN, 3e38f, -3e38f, 4294967296.0f})
      for (const bool normalized : {false, true})
        for (const bool filter : {false, true}) {
          const Texture t{.width = 4,
                          .pitch = 16,
                          .addressing = {mode, mode, mode},
                          .linear_filter = filter,
                          .normalized_coordinates = normalized};
          const float v = value(fetch(t, memory, 1, {x, 0}));
          EXPECT_TRUE(v >= 0 && v <= 4) << x;
        }
}

}  // namespace
}  // namespace heddle::test::texture_test
