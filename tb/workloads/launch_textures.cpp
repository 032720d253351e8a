// SPDX-License-Identifier: Apache-2.0
#include "tb/workloads/launch_textures.hpp"

#include <fmt/format.h>

#include "models/base/error.hpp"
#include "tb/workloads/launch_content.hpp"

namespace heddle {
namespace {

constexpr std::uint64_t max_extent = 1 << 27;  // texels of linear memory, CUDA's largest

LaunchTexture texture_at(const ConfigTree& tree, const LaunchNames& names, const LaunchBuffers& buffers,
                         const std::string& name) {
  const std::string at = join_path("textures", name);
  const auto given = resolve<TextureConfig>(tree, at);
  for (const char* key : {"buffer", "width"})
    if (!tree.contains(join_path(at, key)))
      throw Error({.place = tree.place_of(at), .what = fmt::format("{} lacks a key", at), .value = key});
  LaunchTexture made{.name = name, .place = tree.place_of(at), .reference = given.reference};
  made.buffer = buffers.named(given.buffer, place_of_value(tree, join_path(at, "buffer")));
  ptx::Texture& t = made.texture;
  t.type = given.texel;
  if (given.channels == 3)
    throw Error({.place = place_of_value(tree, join_path(at, "channels")),
                 .what = "a texel has no three channels",
                 .value = "3",
                 .legal = "1, 2, 4"});
  t.channels = static_cast<std::uint8_t>(given.channels);
  const auto extent = [&](const Literal& text, const char* key) {
    return static_cast<std::uint32_t>(names.integer_or(text, at, key, 1, 1, max_extent, "texels"));
  };
  t.width = extent(given.width, "width");
  t.height = extent(given.height, "height");
  t.depth = extent(given.depth, "depth");
  const std::uint64_t row = std::uint64_t{t.width} * texel_bytes(t);
  t.pitch =
      static_cast<std::uint32_t>(names.integer_or(given.pitch, at, "pitch", row, row, UINT32_MAX, "bytes"));
  t.slice_pitch = std::uint64_t{t.pitch} * t.height;
  if (given.addressing.size() > 3)
    throw Error({.place = place_of_value(tree, join_path(at, "addressing")),
                 .what = "a texture has up to three dimensions",
                 .value = std::to_string(given.addressing.size()),
                 .legal = "[x, y, z]"});
  for (std::size_t i = 0; i < given.addressing.size(); ++i) t.addressing[i] = given.addressing[i];
  t.linear_filter = given.linear;
  t.normalized_coordinates = given.normalized_coordinates;
  t.normalized_values = given.normalized_values;
  t.address = buffers.offset(given.offset, at, made.buffer);
  const std::uint64_t end =
      t.address + t.slice_pitch * (t.depth - 1) + std::uint64_t{t.pitch} * (t.height - 1) + row;
  if (end > buffers.shape(made.buffer).bytes)
    throw Error({.place = made.place,
                 .what = fmt::format("the texture ends behind its buffer {}", given.buffer),
                 .value = fmt::format("{} bytes", end),
                 .legal = fmt::format("up to {} bytes", buffers.shape(made.buffer).bytes)});
  return made;
}

}  // namespace

LaunchTextures::LaunchTextures(const ConfigTree& tree, const LaunchNames& names,
                               const LaunchBuffers& buffers) {
  for (const std::string& name : tree.keys("textures"))
    all_.push_back(texture_at(tree, names, buffers, name));
}

std::size_t LaunchTextures::named(const std::string& name, const std::string& where) const {
  std::vector<std::string> known;
  for (std::size_t i = 0; i < all_.size(); ++i) {
    if (all_[i].name == name) return i;
    known.push_back(all_[i].name);
  }
  throw Error({.place = where,
               .what = "there is no such texture",
               .value = name,
               .legal = known.empty() ? "the file has no section 'textures'"
                                      : fmt::format("{}", fmt::join(known, ", ")),
               .nearest = nearest_name(name, known)});
}

}  // namespace heddle
