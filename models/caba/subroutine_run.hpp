// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

#include "models/caba/line_slot.hpp"
#include "models/caba/subroutine.hpp"

namespace heddle {

/// Executes a subroutine on a line without simulated time, and returns how many warp instructions it took.
/// Throws Error with file:line for an access outside the line, and when it does not end within `limit`
/// instructions.
std::uint64_t run_subroutine(const Subroutine& subroutine, LineSlot& line, std::uint64_t limit = 10'000);

/// The same with tables, which lie where its variables in shared memory do, from 0 on. Throws Error when
/// these are larger, and with file:line for an access outside.
std::uint64_t run_subroutine(const Subroutine& subroutine, LineSlot& line, std::span<const std::byte> tables,
                             std::uint64_t limit = 10'000);

}  // namespace heddle
