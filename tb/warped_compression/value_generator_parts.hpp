// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <bit>

#include "models/base/warp_register.hpp"

namespace heddle {

/// A warp register by lanes, or by pairs of lanes.
template <class Chunk>
using Chunks = std::array<Chunk, sizeof(WarpRegister) / sizeof(Chunk)>;

/// The same in all chunks.
template <class Chunk>
void fill(WarpRegister& lanes, Chunk value) {
  Chunks<Chunk> chunks;
  chunks.fill(value);
  lanes = std::bit_cast<WarpRegister>(chunks);
}

/// One of `places`, and one of as many things as there are, so that `places` * `things` turns have each thing
/// in each place.
struct Crossed {
  unsigned place, what;
};
inline Crossed crossed(unsigned turn, unsigned places, unsigned things) {
  return {turn % places, (turn / places + turn % places) % things};
}

}  // namespace heddle
