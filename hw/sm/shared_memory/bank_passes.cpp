// SPDX-License-Identifier: Apache-2.0
#include "hw/sm/shared_memory/bank_passes.hpp"

#include <algorithm>
#include <array>
#include <bit>

namespace heddle {
namespace {

/// True when no bank is asked for two different words: the usual case. One word for all and 32 words in a row
/// are seen at once, others lane by lane.
bool one_pass(const ptx::LaneAddresses& addresses, LaneMask lanes, unsigned banks) {
  const std::uint64_t lead = addresses[static_cast<unsigned>(std::countr_zero(lanes))];
  std::uint64_t differ = 0, scattered = 0;
  for (unsigned lane = 0; lane < warp_size; ++lane) {
    // Lanes that take no part have some other's address, or one that they do not use.
    differ |= addresses[lane] ^ lead;
    scattered |= (addresses[lane] - addresses[0]) ^ 4 * lane;
  }
  if (differ / 4 == 0 || (scattered == 0 && banks == warp_size)) return true;
  std::array<std::uint32_t, warp_size> word;
  std::uint32_t asked = 0;
  for (LaneMask rest = lanes; rest != 0; rest &= rest - 1) {
    const auto wanted =
        static_cast<std::uint32_t>(addresses[static_cast<unsigned>(std::countr_zero(rest))] / 4);
    const unsigned bank = wanted % banks;
    if ((asked >> bank & 1) != 0 && word[bank] != wanted) return false;
    asked |= 1u << bank;
    word[bank] = wanted;
  }
  return true;
}

}  // namespace

unsigned bank_passes(const ptx::LaneAddresses& addresses, LaneMask lanes, unsigned bytes, unsigned banks) {
  std::array<std::array<std::uint64_t, warp_size>, warp_size> words;  // by bank; a group wants 32 at most
  std::array<unsigned, warp_size> count;
  if (bytes <= 4 && one_pass(addresses, lanes, banks)) return 1;
  const unsigned parts = std::max(bytes / 4, 1u), together = warp_size / parts;
  const LaneMask first = all_lanes >> (warp_size - together);
  unsigned passes = 0;
  for (unsigned lane = 0; lane < warp_size; lane += together) {
    count.fill(0);
    unsigned most = 0;
    for (LaneMask rest = lanes & first << lane; rest != 0; rest &= rest - 1)
      for (unsigned part = 0; part < parts; ++part) {
        const std::uint64_t word = addresses[static_cast<unsigned>(std::countr_zero(rest))] / 4 + part;
        const auto bank = static_cast<unsigned>(word % banks);
        auto* end = words[bank].data() + count[bank];
        if (std::find(words[bank].data(), end, word) != end) continue;
        *end = word;
        most = std::max(most, ++count[bank]);
      }
    passes += most;
  }
  return passes;
}

}  // namespace heddle
