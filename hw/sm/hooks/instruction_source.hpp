#pragma once

#include <array>

#include "hw/sm/issue/in_flight.hpp"
#include "hw/sm/registers/register_write.hpp"

namespace heddle {

/// An instruction that is not the program's.
struct OfferedInstruction {
  const ptx::Instruction* instruction = nullptr;
  const Hazards* hazards = nullptr;
  unsigned warp = 0;
  /// Whose registers and predicates it names, and whose scoreboard it waits for; null: the program's. The
  /// source sees to it that contexts of a warp that share registers do not meet there.
  ExecutionContext* context = nullptr;
  LaneMask lanes = all_lanes;  ///< that execute it, of those that the launch filled
  bool takes_slot = true;      ///< an issue slot of its warp's scheduler
  bool checks_hazards = true;  ///< it waits for the scoreboard, as instructions of the program do
  /// It rewrites registers for an instruction in the collectors that waits for it: `registers` are the
  /// physical ones of its sources and destinations alike, it is written uncompressed, and the scoreboard
  /// goes on holding them for the other.
  bool in_place = false;
  std::array<RegisterId, ptx::max_destinations> registers{};
  std::int8_t tag = 0;  ///< what the source knows it by
};

/// Offers instructions that are not the program's. The scoreboard, the collectors, the pipelines and the
/// write-back see them as any other; statistics count them apart, and IPC does not. Any number of sources:
/// of the same turn, the one that was attached first is asked first. A source whose instructions go first,
/// and that offers one in each cycle, leaves the program no slot.
class InstructionSource {
 public:
  /// When in a cycle it is asked.
  enum class Turn : std::uint8_t {
    ahead,      ///< of the program's instructions
    as_a_warp,  ///< when the scheduler chooses its warp, which counts as one that could issue; takes the slot
    behind      ///< the program's instructions; one that takes a slot finds one that has stayed empty
  };

  static constexpr std::size_t turns = 3;

  virtual ~InstructionSource() = default;
  virtual Turn turn() const = 0;
  /// What it offers in this cycle; null: nothing. What is not taken may be offered again.
  virtual const OfferedInstruction* offer() = 0;
  /// It is on its way, as `f`.
  virtual void taken(const InFlight& f) = 0;
  /// A result of it is in the banks.
  virtual void written(const RegisterWrite&) {}
  /// All its results have been handed to the write-back.
  virtual void finished(const InFlight&) {}
};

}  // namespace heddle
