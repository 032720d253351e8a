#pragma once

#include <cstdint>

#include "models/caba/line_slot.hpp"
#include "models/caba/subroutine.hpp"

namespace heddle {

/// Executes a subroutine on a line without simulated time, and returns how many warp instructions it took.
/// Throws Error with file:line for an access outside the line, and when it does not end within `limit`
/// instructions.
std::uint64_t run_subroutine(const Subroutine& subroutine, LineSlot& line, std::uint64_t limit = 10'000);

/// Performs an access of the line space for `lanes`; `operands` are bound. Throws Error as above. Where lanes
/// store to the same byte, the highest one's value stays.
void access_line(const ptx::Kernel& code, const ptx::Instruction& i, LaneMask lanes, ptx::Operands& operands,
                 LineSlot& line);

}  // namespace heddle
