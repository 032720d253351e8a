#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <vector>

#include "models/ptx/program.hpp"
#include "models/register_virtualization/renaming_map.hpp"

// Instructions that wait for their registers to be looked up (Jeon2015, section 7.1).

namespace heddle {

/// Registers of an instruction: its sources, then its destinations.
inline constexpr unsigned renamed_registers = ptx::max_sources + ptx::max_destinations;

/// An instruction with registers that the renaming table is still to be asked for.
struct WaitingInstruction {
  std::uint16_t registers = 0;  ///< bit k: register k is still to be asked for
  std::uint8_t fresh = 0;       ///< bit d: destination d has no mapping, and is to be given a register
  std::uint8_t unit = 0;        ///< the collector unit that holds the instruction
  std::uint8_t rotation = 0;    ///< an entry of bank b belongs to cluster (b + rotation) mod 4
  std::array<std::uint16_t, renamed_registers> entries{};  ///< of the table, by register

  bool is_fresh(unsigned k) const {
    return k >= ptx::max_sources && (fresh >> (k - ptx::max_sources) & 1) != 0;
  }
};

/// The instructions that wait, by age. In each cycle the two oldest ask: one lookup and one new register a
/// bank of the table, the older one first, and of its registers the lower ones. Instructions that enter in
/// the cycle are the youngest, and may ask at once.
class RenameQueue {
 public:
  static constexpr unsigned places = 6;
  static constexpr unsigned heads = 2;  ///< instructions that ask in a cycle

  /// An entry that is looked up, or for which a register is wanted.
  struct Question {
    bool valid = false;
    std::uint8_t head = 0, unit = 0, reg = 0;  ///< register `reg` of the instruction of that head and unit
    std::uint8_t cluster = 0;
    std::uint16_t row = 0;
  };
  /// By bank of the table.
  struct Questions {
    std::array<Question, table_banks> lookups{}, allocations{};
  };

  /// A cycle. Instructions without registers to be asked for do not enter; what finds no place is lost.
  Questions ask(std::span<const WaitingInstruction> entering);
  void reset() { waiting_.clear(); }
  unsigned waiting() const { return static_cast<unsigned>(waiting_.size()); }

 private:
  std::vector<WaitingInstruction> waiting_;
};

}  // namespace heddle
