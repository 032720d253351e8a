// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "models/ptx/program/program.hpp"

namespace heddle {

/// What assist warps execute: PTX with one entry, which has no parameters. Those that compress lines reach no
/// memory but their line (LineSlot) and, where a code needs them, tables in shared memory, those of users the
/// record of their event (EventRecord) in its place, and global memory, and shared memory of the SM that its
/// variables are in. It ends with `ret` or `exit` in all lanes. `.reqntid n` or `.maxntid n` says how many
/// lanes execute it, from the lowest; all 32 without it.
struct Subroutine {
  ptx::Kernel code;

  const std::string& name() const { return code.name; }
  LaneMask lanes() const;
};

/// Memory that a subroutine may access. `with_tables`: it loads from its variables in shared memory, at the
/// port at which it accesses its line, so that it never waits behind accesses of the program, which may wait
/// for it.
enum class SubroutineMemory : std::uint8_t { line, with_tables, with_global_and_shared };

/// Throws Error with file:line for what is no PTX, no entry or several, parameters, memory that it may not
/// access, barriers, fences, traps, calls, and more than 32 lanes.
Subroutine subroutine_of(std::string_view text, const std::string& file,
                         SubroutineMemory memory = SubroutineMemory::line);
/// The same of a file; throws Error when it cannot be read.
Subroutine load_subroutine(const std::string& path, SubroutineMemory memory = SubroutineMemory::line);

}  // namespace heddle
