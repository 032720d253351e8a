// SPDX-License-Identifier: Apache-2.0
#include "models/ptx/program/texture.hpp"

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstring>

namespace heddle::ptx {
namespace {

unsigned channel_bytes(TexelType type) {
  switch (type) {
    case TexelType::u8:
    case TexelType::s8:
      return 1;
    case TexelType::u16:
    case TexelType::s16:
      return 2;
    default:
      return 4;
  }
}

bool is_signed(TexelType type) {
  return type == TexelType::s8 || type == TexelType::s16 || type == TexelType::s32;
}

bool gives_floats(const Texture& t) { return t.type == TexelType::f32 || t.normalized_values; }

/// A coordinate in one dimension: the lower texel, and the weight of the next one in a linear filter.
struct Position {
  std::int64_t first = 0;
  std::uint16_t weight = 0;
};

std::uint32_t extent_of(const Texture& t, unsigned d) {
  return d == 0 ? t.width : d == 1 ? t.height : t.depth;
}

TextureAddressing addressing(const Texture& t, unsigned d) {
  const TextureAddressing mode = t.addressing[d];
  const bool folds = mode == TextureAddressing::wrap || mode == TextureAddressing::mirror;
  return folds && !t.normalized_coordinates ? TextureAddressing::clamp : mode;
}

Position position(const Texture& t, unsigned d, std::uint32_t bits, bool filter) {
  const double extent = extent_of(t, d);
  double x = std::bit_cast<float>(bits);
  if (std::isnan(x)) x = 0;
  if (t.normalized_coordinates) x *= extent;
  // Far outside of the texture only the position within a period matters, or the side on which it lies.
  constexpr double far = 1 << 30;
  if (std::fabs(x) >= far) {
    const TextureAddressing mode = addressing(t, d);
    const bool folds = mode == TextureAddressing::wrap || mode == TextureAddressing::mirror;
    x = folds && std::isfinite(x) ? std::fmod(x, 2 * extent) : std::copysign(far, x);
  }
  if (!filter) return {static_cast<std::int64_t>(std::floor(x)), 0};
  const double texel = std::floor(x - 0.5);
  return {static_cast<std::int64_t>(texel), static_cast<std::uint16_t>(std::lround((x - 0.5 - texel) * 256))};
}

/// Returns the texel that stands for `index` in this addressing mode, or -1 for none.
std::int64_t folded(std::int64_t index, std::int64_t extent, TextureAddressing mode) {
  if (index >= 0 && index < extent) return index;
  const auto modulo = [](std::int64_t a, std::int64_t n) { return (a % n + n) % n; };
  switch (mode) {
    case TextureAddressing::wrap:
      return modulo(index, extent);
    case TextureAddressing::mirror: {
      const std::int64_t in_period = modulo(index, 2 * extent);
      return in_period < extent ? in_period : 2 * extent - 1 - in_period;
    }
    case TextureAddressing::clamp:
      return index < 0 ? 0 : extent - 1;
    case TextureAddressing::border:
      break;
  }
  return -1;
}

/// Returns one channel as a 32-bit integer, sign-extended if it is signed, or as the bits of a float.
std::uint32_t raw(const Texture& t, const std::byte* texel, unsigned channel) {
  const unsigned bytes = channel_bytes(t.type);
  std::uint32_t bits = 0;
  std::memcpy(&bits, texel + channel * bytes, bytes);
  if (!is_signed(t.type)) return bits;
  const unsigned unused = 32 - 8 * bytes;
  return static_cast<std::uint32_t>(static_cast<std::int32_t>(bits << unused) >> unused);
}

/// Returns the channel as a number: a float itself, an integer as its share of the largest one.
double value(const Texture& t, std::uint32_t bits) {
  if (t.type == TexelType::f32) return std::bit_cast<float>(bits);
  const double largest = std::ldexp(1.0, static_cast<int>(8 * channel_bytes(t.type)) - is_signed(t.type)) - 1;
  if (is_signed(t.type)) return std::fmax(-1.0, static_cast<std::int32_t>(bits) / largest);
  return bits / largest;
}

}  // namespace

unsigned texel_bytes(const Texture& t) { return channel_bytes(t.type) * t.channels; }

TextureSample sample_texture(const Texture& t, const TextureFetch& fetch, const TextureCoordinates& at) {
  const bool real = fetch.real_coordinates, filter = real && t.linear_filter && gives_floats(t);
  const unsigned dimensions = fetch.dimensions;
  std::array<Position, 3> first{};
  for (unsigned d = 0; d < dimensions; ++d)
    first[d] = real ? position(t, d, at[d], filter) : Position{static_cast<std::int32_t>(at[d]), 0};
  const std::uint64_t layer = fetch.layered ? std::min(at[dimensions], t.depth - 1) : 0;
  TextureSample sample;
  sample.count = static_cast<std::uint8_t>(filter ? 1u << dimensions : 1u);
  for (unsigned d = 0; d < dimensions; ++d) sample.weight[d] = first[d].weight;
  for (unsigned k = 0; k < sample.count; ++k) {
    std::array<std::int64_t, 3> texel{};
    bool inside = true;
    for (unsigned d = 0; d < dimensions; ++d) {
      texel[d] = folded(first[d].first + (k >> d & 1), extent_of(t, d),
                        real ? addressing(t, d) : TextureAddressing::border);
      inside &= texel[d] >= 0;
    }
    sample.inside[k] = inside;
    if (inside)
      sample.address[k] = t.address + static_cast<std::uint64_t>(texel[0]) * texel_bytes(t) +
                          static_cast<std::uint64_t>(texel[1]) * t.pitch +
                          (static_cast<std::uint64_t>(texel[2]) + layer) * t.slice_pitch;
  }
  return sample;
}

std::array<std::uint32_t, 4> filter_texels(const Texture& t, const TextureSample& sample,
                                           const TexelBytes& texels) {
  std::array<std::uint32_t, 4> result{};
  for (unsigned c = 0; c < t.channels; ++c) {
    if (!gives_floats(t) || (t.type == TexelType::f32 && sample.count == 1)) {
      if (sample.inside[0]) result[c] = raw(t, texels[0].data(), c);
      continue;
    }
    double sum = 0;
    for (unsigned k = 0; k < sample.count; ++k) {
      const auto share = [&](unsigned d) {
        return (k >> d & 1) != 0 ? sample.weight[d] : 256 - sample.weight[d];
      };
      const int weight = share(0) * share(1) * share(2);
      if (sample.inside[k] && weight != 0) sum += weight / 16777216.0 * value(t, raw(t, texels[k].data(), c));
    }
    result[c] = std::bit_cast<std::uint32_t>(static_cast<float>(sum));
  }
  return result;
}

}  // namespace heddle::ptx
