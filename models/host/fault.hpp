// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <span>

#include "models/host/memory_map.hpp"
#include "models/host/status.hpp"

/// The errors of a running kernel, in the same words on every device.
namespace heddle {

/// "kernel.ptx:12" and the instruction's text.
std::string instruction_place(const ptx::Kernel&, const ptx::Instruction&);
/// "0 3 4"
std::string lane_list(LaneMask lanes);

/// A load, store, atomic or texture fetch that is misaligned or hits nothing: `bytes` at `address` (as the
/// lane computed it, before ptx::resolve), by `lane` of the warp.
ApiError access_error(const ptx::Kernel&, const ptx::Instruction&, const ptx::WarpContext&, unsigned lane,
                      std::uint64_t address, std::uint32_t bytes, const MemoryMap&);
/// A texture fetch with a handle that belongs to no texture.
ApiError texture_error(const ptx::Kernel&, const ptx::Instruction&, const ptx::WarpContext&,
                       const ptx::Operands&, unsigned lane);

/// A trap or brkpt that `lanes` of `warp` have reached.
ApiError trap_error(const ptx::Kernel&, const ptx::Instruction&, std::uint32_t warp, LaneMask lanes);
/// Lanes that a `gather` brings together, of which those in `missing` wait elsewhere for ever.
ApiError gather_error(const ptx::Kernel&, const ptx::Instruction&, std::uint32_t warp, LaneMask lanes,
                      LaneMask missing);
/// A call for which SimtStack has no room.
ApiError call_depth_error(const ptx::Kernel&, const ptx::Instruction&, std::uint32_t warp);

/// A warp that waits at a barrier.
struct WaitingWarp {
  std::uint32_t warp = 0;
  LaneMask absent = 0;       ///< lanes that are alive but elsewhere: they never come
  std::uint32_t line = 0;    ///< of the barrier
  std::uint32_t number = 0;  ///< of the barrier
};

/// No warp of the CTA can go on: threads wait at barriers that others will never reach. `waiting` is not
/// empty.
ApiError barrier_error(const ptx::Kernel&, std::span<const WaitingWarp> waiting);

}  // namespace heddle
