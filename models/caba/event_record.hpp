// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <span>

namespace heddle {

/// What a user subroutine finds of the event that has triggered it: the bytes that `ld.line` reaches
/// in its assist warp. Little endian; 0 where an event does not have it.
///
///   address   bytes   holds
///         0     256   of each lane, in 8 bytes: the address that it accesses (load, store, atomic, fault)
///       256       8   address of the memory line (miss, fill)
///       264       8   where the subroutine's own memory begins
///       272       4   lanes that take part: that access memory, wait for the missed line, jump at a branch,
///                     or have a bad address
///       276       4   lanes that stay behind the branch (split)
///       280       4   line of the instruction in the PTX file (all but fill and cycles)
///       284       4   bytes of each lane's access; 0 of a trap
///       288       4   the SM
///       292       4   the parent's warp slot in the SM
///       296       8   core cycle
struct EventRecord {
  static constexpr std::uint32_t line_address_at = 256, memory_at = 264, lanes_at = 272, others_at = 276,
                                 ptx_line_at = 280, width_at = 284, sm_at = 288, warp_at = 292,
                                 cycle_at = 296, size = 304;

  alignas(8) std::array<std::byte, size> bytes{};

  void set(std::uint32_t at, std::uint32_t value) { std::memcpy(&bytes[at], &value, sizeof value); }
  void set_long(std::uint32_t at, std::uint64_t value) { std::memcpy(&bytes[at], &value, sizeof value); }
  void set_addresses(std::span<const std::uint64_t, 32> addresses) {
    std::memcpy(bytes.data(), addresses.data(), addresses.size_bytes());
  }
};

}  // namespace heddle
