// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <vector>

#include "hw/caba/user/user_subroutine.hpp"
#include "hw/sm/types/scoreboard.hpp"
#include "models/ptx/program/live_values.hpp"

namespace heddle {

/// The code of a user subroutine that shares registers with its parent, for the kernel that runs: its MOVs
/// name the parent's registers.
struct LiveCode {
  std::vector<ptx::Instruction> code;
  std::vector<Hazards> hazards;      ///< by instruction
  std::vector<ptx::LiveMove> moves;  ///< the same
  std::uint32_t waits = 0;           ///< behind the trigger, where the parent waits
  std::uint32_t target = 0;          ///< where the parent goes on when the subroutine says so
  /// Registers of the parent that hold something else unless it goes on there.
  ThreadRegisters only_with_jump;
};

/// Throws Error for a subroutine whose MOVs do not fit its list of live registers; apart from the kernel.
void check_live_moves(const UserSubroutineConfig& config, const Subroutine& subroutine);

/// For its kernel. Throws Error when the subroutine would read what is not there, write what the program
/// still needs or let it go on without what the instructions between would have done.
LiveCode live_code(const UserSubroutineConfig& config, const Subroutine& subroutine,
                   const ptx::Kernel& kernel);

}  // namespace heddle
