// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

#include "hw/sm/types/copy_groups.hpp"
#include "hw/sm/types/execution_context.hpp"

namespace heddle {

/// A warp slot of the SM: the warp that it holds, and its instructions under way.
struct Warp {
  bool live = false;                            ///< holds a warp that has not finished
  bool at_barrier = false;                      ///< waits until it opens
  bool collecting = false;                      ///< the operands of its barrier are on their way
  std::uint32_t barrier = 0, barrier_line = 0;  ///< at which it waits
  LaneMask absent = 0;                          ///< of its barrier: lanes that never come
  unsigned cta = 0;                             ///< CTA slot
  unsigned in_flight = 0;                       ///< instructions issued and not finished
  unsigned unsent = 0;                          ///< memory instructions that have not all been sent to memory
  unsigned unwritten = 0;                       ///< results of other contexts that are not yet in the banks
  unsigned held = 0;                            ///< contexts of techniques that live in it
  ThreadRegisters withdrawn;                    ///< registers that no instruction may read now: see WarpTable
  ThreadRegisters leaving;                      ///< of these, those that none may write, either
  bool fencing = false;                         ///< its fence waits until memory has answered all
  CopyGroups copies;                            ///< its asynchronous copies
  ptx::WarpContext context;                     ///< its special registers
  ExecutionContext program;

  /// Nothing of it is under way any more, in the pipelines or on the way to the banks.
  bool quiet() const { return in_flight == 0 && !program.writing.registers.any() && unwritten == 0; }
  /// Nothing lives in it any more, either.
  bool settled() const { return quiet() && held == 0; }
  /// Is the program's next instruction free of register and predicate hazards?
  bool clear(const Hazards& h) const {
    return program.clear(h) && !withdrawn.meets(h.reads.registers) && !leaving.meets(h.writes.registers);
  }
};

}  // namespace heddle
