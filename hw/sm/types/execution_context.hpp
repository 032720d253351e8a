// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

#include "hw/sm/types/instruction_buffer.hpp"
#include "hw/sm/types/scoreboard.hpp"
#include "models/ptx/flow/simt_stack.hpp"
#include "models/register_file/register_banks.hpp"

namespace heddle {

/// What executes one sequence of instructions in a warp slot: where it is in its code, its registers, and the
/// scoreboard that holds them. A warp has one for the program. An InstructionSource may bring others, such as
/// an assist warp's, whose registers are of the same warp: it moves their stack and fills their buffer
/// itself.
struct ExecutionContext {
  /// That it has; of the program: those that have a thread. What is written in all of them is whole.
  LaneMask lanes = all_lanes;
  RegisterId base = 0;      ///< physical register of architected register 0; it names 255 from there, at most
  OperandSet writing;       ///< results not yet in the banks
  ThreadRegisters loading;  ///< of these registers, the destinations of loads
  PendingReads reading;
  InstructionBuffer buffer;
  ptx::SimtStack stack;
  ptx::PredicateFile predicates{};
  /// What it executes, for messages; null: the kernel of the launch.
  const ptx::Kernel* code = nullptr;
  /// Lanes whose address is no memory are left out of an access, and load zero; lanes that reach a trap end.
  /// Otherwise both are errors.
  bool drops_faults = false;
  /// The memory line that it works on, by ld.line and st.line; empty: none. The owner orders these accesses.
  std::span<std::byte> line{};
  /// Tables that it reads at that port, in shared memory; empty: none.
  std::span<const std::byte> tables{};

  /// The part of the SM's shared memory that it has, within that of techniques (Launch::sm_shared_bytes); the
  /// program's has its CTA's.
  struct SharedPart {
    std::uint32_t first = 0, bytes = 0;
  } shared{};

  /// Does the scoreboard let an instruction with these operands issue?
  bool clear(const Hazards& h) const { return clear(h, *this); }
  /// The same where its sources are registers of another context.
  bool clear(const Hazards& h, const ExecutionContext& reads) const {
    return !reads.writing.meets(h.reads) && !writing.meets(h.writes) && !reading.operands().meets(h.writes);
  }
};

}  // namespace heddle
