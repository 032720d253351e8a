// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>

#include "hw/sm/types/in_flight.hpp"
#include "hw/sm/types/register_write.hpp"

namespace heddle {

/// An instruction that is not the program's.
struct OfferedInstruction {
  const ptx::Instruction* instruction = nullptr;
  const Hazards* hazards = nullptr;
  unsigned warp = 0;
  /// The context whose registers and predicates it names, and whose scoreboard it waits for; null: the
  /// program's. The source must order accesses of contexts that share registers.
  ExecutionContext* context = nullptr;
  /// The context whose registers its sources are, where that is another one; null: the same. It writes, or
  /// reads, registers of the program then, which no RegisterMapper and no LaneSelector must know.
  ExecutionContext* reads_from = nullptr;
  /// That execute it: with a context of its own all of these, else those of them that the launch filled.
  LaneMask lanes = all_lanes;
  bool takes_slot = true;      ///< an issue slot of its warp's scheduler
  bool checks_hazards = true;  ///< it waits for the scoreboard, as instructions of the program do
  /// It needs no operand collector: a branch or exit of its context, or an instruction that no lane executes.
  bool collects = true;
  /// It rewrites registers for an instruction that waits for it in a collector. `registers` are the physical
  /// registers of both its sources and destinations; the result is written uncompressed, and the scoreboard
  /// keeps holding them for the waiting instruction.
  bool in_place = false;
  std::array<RegisterId, ptx::max_destinations> registers{};
  std::int8_t tag = 0;  ///< by which the source recognises it
};

/// Offers instructions that are not the program's. The scoreboard, the collectors, the pipelines and the
/// write-back see them as any other; statistics count them apart, and IPC does not. Any number of sources: of
/// the same turn, the one that was attached first is asked first. A source of turn `ahead` that offers an
/// instruction in each cycle leaves the program no slot.
class InstructionSource {
 public:
  /// When in a cycle it is asked.
  enum class Turn : std::uint8_t {
    ahead,      ///< before the program's instructions
    as_a_warp,  ///< when the scheduler chooses its warp, which counts as able to issue; takes the slot
    behind      ///< after the program's instructions; one that takes a slot gets one that is still free
  };

  static constexpr std::size_t turns = 3;

  virtual ~InstructionSource() = default;
  virtual Turn turn() const = 0;
  /// What it offers in this cycle; null: nothing. What is not taken may be offered again.
  virtual const OfferedInstruction* offer() = 0;
  /// An offered instruction has been issued, as `f`.
  virtual void taken(const InFlight& f) = 0;
  /// One that needs no collector has had its issue slot; its source executes it.
  virtual void executed(const OfferedInstruction&) {}
  /// A result of such an instruction is in the banks.
  virtual void written(const RegisterWrite&) {}
  /// All its results have been handed to the write-back.
  virtual void finished(const InFlight&) {}
};

}  // namespace heddle
