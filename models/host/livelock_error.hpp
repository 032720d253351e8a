// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

#include "models/host/livelock_watch.hpp"
#include "models/host/status.hpp"
#include "models/ptx/flow/simt_stack.hpp"

namespace heddle {

/// A launch whose warps all repeat themselves (LivelockWatch), as one of them shows it.
struct Livelock {
  const ptx::Kernel& kernel;
  const ptx::WarpContext& context;  ///< of that warp
  const ptx::SimtStack& stack;
  Poll poll{};
  std::uint64_t warps = 0;       ///< that repeat themselves
  std::uint64_t at_barrier = 0;  ///< warps that wait at barriers meanwhile
  std::uint64_t starved = 0;     ///< warps that wait for nothing and execute nothing meanwhile
  std::uint64_t ctas_left = 0;   ///< of the grid, that have not begun
};

/// Where lanes of the warp stand that are alive and do not execute.
struct StandingLanes {
  LaneMask lanes = 0;
  std::uint32_t line = 0;  ///< of the first of them; 0: at the kernel's end
};
StandingLanes standing_lanes(const ptx::Kernel&, const ptx::SimtStack&);

/// Names the instruction that polls memory, else where the warp is, what it polls, and what could change
/// that.
ApiError livelock_error(const Livelock&);

}  // namespace heddle
