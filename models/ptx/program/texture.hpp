// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <string>

namespace heddle::ptx {

enum class TexelType : std::uint8_t { u8, u16, u32, s8, s16, s32, f32 };
enum class TextureAddressing : std::uint8_t { clamp, wrap, mirror, border };

/// A texture: the layout of its texels in device memory, and how a fetch treats coordinates. Linear memory is
/// a texture of one row.
struct Texture {
  std::uint64_t address = 0;            ///< of texel (0, 0, 0)
  std::uint32_t width = 0, height = 1;  ///< texels
  std::uint32_t depth = 1;              ///< slices of a 3-D texture, or layers of a layered one
  std::uint32_t pitch = 0;              ///< bytes from one row to the next
  std::uint64_t slice_pitch = 0;        ///< bytes from one slice or layer to the next
  TexelType type = TexelType::f32;
  std::uint8_t channels = 1;                      ///< 1, 2 or 4
  std::array<TextureAddressing, 3> addressing{};  ///< in x, y and z
  bool linear_filter = false;                     ///< else the nearest texel
  bool normalized_coordinates = false;            ///< [0, 1) covers the texture
  bool normalized_values = false;                 ///< integer texels become floats in [0, 1] or [-1, 1]
  std::string name{};  ///< of the .texref variable that it is bound to, for messages
};

/// What a fetch asks for, whatever the texture.
struct TextureFetch {
  std::uint8_t dimensions = 1;
  bool layered = false;           ///< 1 or 2 dimensions, of the layer that a further operand names
  bool real_coordinates = false;  ///< .f32 coordinates; else .s32
};

inline constexpr unsigned max_texels = 8;        ///< of one fetch: 3-D with a linear filter
inline constexpr unsigned max_texel_bytes = 16;  ///< four channels of 32 bits

unsigned texel_bytes(const Texture&);

/// What a fetch reads, and how it is weighed: texel k lies k & 1 further in x than texel 0, k >> 1 & 1
/// further in y, and k >> 2 further in z.
struct TextureSample {
  std::uint8_t count = 1;  ///< texels: 1, 2, 4 or 8
  std::array<bool, max_texels> inside{};
  std::array<std::uint64_t, max_texels> address{};  ///< device address of those inside; the others are zero
  /// Of the further texel in x, y and z, in 1/256: 9-bit fixed point with 8 fraction bits (CUDA C++
  /// Programming Guide, "Texture Fetching").
  std::array<std::uint16_t, 3> weight{};
};

/// The operands of a fetch in the order x, y, z; the layer follows the last coordinate.
using TextureCoordinates = std::array<std::uint32_t, 3>;

/// Coordinates are the bits of .f32 or .s32 values. Integer ones count texels and take no filter; outside the
/// texture they give zero. .wrap and .mirror need normalized coordinates; without, they clamp. A coordinate
/// that is not a number counts as 0. The layer is an unsigned integer, clamped to the last one, and never
/// filtered.
TextureSample sample_texture(const Texture&, const TextureFetch&, const TextureCoordinates&);

using TexelBytes = std::array<std::array<std::byte, max_texel_bytes>, max_texels>;

/// The four components of the result as 32-bit patterns: floats for float or normalized texels, else integers
/// extended to 32 bits. Channels that the texture does not have are 0.
std::array<std::uint32_t, 4> filter_texels(const Texture&, const TextureSample&, const TexelBytes&);

}  // namespace heddle::ptx
