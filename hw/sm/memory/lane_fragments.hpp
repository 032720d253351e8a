#pragma once

#include <array>
#include <cstdint>

#include "models/ptx/program.hpp"

namespace heddle {

/// A memory instruction whose lanes each want several places of memory: the words of local memory, which lie
/// apart, or the texels of a texture fetch. Lent to an InFlight while the load/store unit works on it.
struct LaneFragments {
  LaneMask lanes = 0;  ///< that are served this way
  unsigned count = 0;  ///< fragments of a lane, at most
  std::array<LaneMask, ptx::max_texels> wanted{};
  std::array<ptx::LaneAddresses, ptx::max_texels> address{};
  std::array<std::uint8_t, warp_size> bytes{};  ///< of one fragment, by lane
  std::array<ptx::TexelBytes, warp_size> data;  ///< [lane][fragment]: what was loaded, or is to be stored
  std::array<const ptx::Texture*, warp_size> texture{};
  std::array<ptx::TextureSample, warp_size> sample;
};

}  // namespace heddle
