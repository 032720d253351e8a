// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstdint>
#include <deque>
#include <utility>
#include <vector>

#include "hw/sm/types/in_flight.hpp"

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

/// Lends them to instructions.
class FragmentPool {
 public:
  LaneFragments& lend(InFlight& f, LaneMask lanes, unsigned count) {
    if (free_.empty()) free_.push_back(&all_.emplace_back());
    LaneFragments& p = *free_.back();
    free_.pop_back();
    p.lanes = lanes;
    p.count = count;
    p.wanted.fill(0);
    f.fragments = &p;
    return p;
  }
  void give_back(InFlight& f) {
    if (f.fragments != nullptr) free_.push_back(std::exchange(f.fragments, nullptr));
  }
  std::size_t lent() const { return all_.size() - free_.size(); }

 private:
  std::deque<LaneFragments> all_;
  std::vector<LaneFragments*> free_;
};

}  // namespace heddle
