// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

#include "models/ptx/program/program.hpp"

// Values that a subroutine of an assist warp shares with its parent, a warp of the program (Vijaykumar2015,
// section 4.3): each is a register of the parent that the subroutine's configuration names, by its place in
// that list. PTX has no such instructions.
//
//   mov.live_in.TYPE d, n;     d is what the parent's register n holds
//   mov.live_out.TYPE n, a;    the parent's register n becomes a, in the lanes in which the parent works
//   mov.live_out.pc.u32 a;     where a is not 0 in some lane, the parent goes on elsewhere

namespace heddle::ptx {

enum class LiveMove : std::uint8_t { none, in, out, pc };

/// What of these the instruction is.
LiveMove live_move(const Instruction& i);
/// The place in the list that it names; of `in` and `out`, and of `code`. Throws Error with the line when
/// that is no literal.
std::uint64_t live_place(const Instruction& i, const Kernel& code);
/// The same instruction with the parent's register `number`, the lower one of 64 bits: as a source of `in`,
/// as a destination of `out`.
Instruction with_live_register(const Instruction& i, std::uint32_t number);

}  // namespace heddle::ptx
