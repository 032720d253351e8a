#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "models/ptx/program.hpp"

namespace heddle {

/// What assist warps execute: PTX with one entry, which has no parameters and reaches no memory but its line
/// (LineSlot). It ends with `ret` or `exit` in all lanes. `.reqntid n` or `.maxntid n` says how many lanes
/// execute it, from the lowest; all 32 without it.
struct Subroutine {
  ptx::Kernel code;

  const std::string& name() const { return code.name; }
  LaneMask lanes() const;
};

/// Throws Error with file:line for what is no PTX, no entry or several, parameters, memory other than the
/// line, barriers, fences, traps, calls, shared variables, and more than 32 lanes.
Subroutine subroutine_of(std::string_view text, const std::string& file);
/// The same of a file; throws Error when it cannot be read.
Subroutine load_subroutine(const std::string& path);

}  // namespace heddle
