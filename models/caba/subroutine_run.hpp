#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

#include "models/caba/line_slot.hpp"
#include "models/caba/subroutine.hpp"

namespace heddle {

/// Executes a subroutine on a line without simulated time, and returns how many warp instructions it took.
/// Throws Error with file:line for an access outside the line, or of memory other than that, and when it does
/// not end within `limit` instructions.
std::uint64_t run_subroutine(const Subroutine& subroutine, LineSlot& line, std::uint64_t limit = 10'000);

/// The same with shared memory of the SM, which it finds as it was left: from 0, as much as its variables
/// take. Throws Error when these bytes are fewer, with file:line for an access outside its variables, and for
/// an atomic.
std::uint64_t run_subroutine(const Subroutine& subroutine, LineSlot& line, std::span<std::byte> shared,
                             std::uint64_t limit = 10'000);

}  // namespace heddle
