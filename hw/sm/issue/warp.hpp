#pragma once

#include <cstdint>

#include "hw/sm/front/instruction_buffer.hpp"
#include "hw/sm/issue/scoreboard.hpp"
#include "models/ptx/simt_stack.hpp"
#include "models/register_file/register_banks.hpp"

namespace heddle {

/// A warp slot of the SM.
struct Warp {
  bool live = false;                            ///< holds a warp that has not finished
  bool at_barrier = false;                      ///< waits until it opens
  bool collecting = false;                      ///< the operands of its barrier are on their way
  std::uint32_t barrier = 0, barrier_line = 0;  ///< at which it waits
  LaneMask absent = 0;                          ///< of its barrier: lanes that never come
  unsigned cta = 0;                             ///< CTA slot
  LaneMask launched = 0;                        ///< lanes that the launch filled
  RegisterId base = 0;                          ///< physical register of architected register 0
  unsigned in_flight = 0;                       ///< instructions issued and not finished
  unsigned unsent = 0;                          ///< memory instructions that have not all been sent to memory
  Names writing;                                ///< results not yet in the banks
  std::uint64_t loading = 0;                    ///< of these registers, those that come from memory
  PendingReads reading;
  std::uint64_t withdrawn = 0;  ///< registers that no instruction may name now: see WarpTable
  bool decoding = false;        ///< metadata ahead of its next instruction
  bool fencing = false;         ///< its fence waits until memory has answered all
  InstructionBuffer buffer;
  ptx::SimtStack stack;
  ptx::WarpContext context;
  ptx::PredicateFile predicates{};

  /// Nothing of it is under way any more, in the pipelines or on the way to the banks.
  bool settled() const { return in_flight == 0 && writing.registers == 0; }
  bool clear(const Hazards& h) const {
    return !writing.meets(h.reads) && !writing.meets(h.writes) && !reading.names().meets(h.writes) &&
           (withdrawn & (h.reads.registers | h.writes.registers)) == 0;
  }
};

}  // namespace heddle
