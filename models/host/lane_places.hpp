// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

#include "models/ptx/program/program.hpp"

/// A warp's memory access with all lanes at once, for accesses that stay in one allocation or window.
namespace heddle {

/// Where the lanes of one access go.
struct LanePlaces {
  std::uint64_t first = 0;  ///< the lowest address, as the lane computed it
  std::uint32_t last = 0;   ///< from there to the highest
  bool aligned = false;     ///< every lane's address is a multiple of its access
  bool dense = false;       ///< lane i goes to 4 * i
  /// Offset of each lane from `first`; an inactive lane has that of some active one.
  alignas(64) std::array<std::uint32_t, warp_size> offset;
};

/// False when the lanes do not share the upper half of a 64-bit address: look at them one by one.
/// `lanes` is not empty.
bool find_places(const ptx::Instruction&, const ptx::Operands&, LaneMask lanes, LanePlaces&);

/// The data of a load or store between the operands and memory, where `base` is the place of address `first`.
/// Lanes act in ascending order.
void load_lanes(const ptx::Instruction&, ptx::Operands&, LaneMask lanes, const LanePlaces&,
                const std::byte* base);
void store_lanes(const ptx::Instruction&, const ptx::Operands&, LaneMask lanes, const LanePlaces&,
                 std::byte* base);

}  // namespace heddle
