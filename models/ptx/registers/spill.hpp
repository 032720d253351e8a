// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <vector>

#include "models/ptx/draft/draft.hpp"

/// Registers that live in the stack frame for a while.
namespace heddle::ptx {

/// Around each call, saves what is live across it: a function may use any register. Throws Error without a
/// place when that makes more than max_drafts instructions.
void save_across_calls(DraftKernel& kernel);

/// Gives the registers that `spilled` marks a slot in the frame: loaded before each use into a register that
/// lives for this use only, stored after each write. `temporary` marks those, which cannot be spilled again.
void spill(DraftKernel& kernel, const std::vector<RegisterId>& spilled, std::vector<bool>& temporary);

}  // namespace heddle::ptx
