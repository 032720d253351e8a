#pragma once

#include <array>
#include <cstdint>

namespace heddle::ptx {

enum class TexelType : std::uint8_t { u8, u16, u32, s8, s16, s32, f32 };
enum class TextureAddressing : std::uint8_t { wrap, clamp, mirror, border };

/// A texture: how its texels lie in device memory, and what a fetch makes of coordinates. Linear memory is a
/// texture of one row.
struct Texture {
  std::uint64_t address = 0;            ///< of texel (0, 0)
  std::uint32_t width = 0, height = 1;  ///< texels
  std::uint32_t pitch = 0;              ///< bytes from one row to the next
  TexelType type = TexelType::f32;
  std::uint8_t channels = 1;  ///< 1, 2 or 4
  std::array<TextureAddressing, 2> addressing{TextureAddressing::clamp, TextureAddressing::clamp};
  bool linear_filter = false;           ///< else the nearest texel
  bool normalized_coordinates = false;  ///< [0, 1) covers the texture
  bool normalized_values = false;       ///< integer texels become floats in [0, 1] or [-1, 1]
};

}  // namespace heddle::ptx
