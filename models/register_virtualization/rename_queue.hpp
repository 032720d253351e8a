// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <vector>

#include "models/ptx/program/program.hpp"
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

/// The instructions that wait, by age. In each cycle the two oldest ask: of the registers of an instruction
/// the lower ones first. Instructions that enter in the cycle are the youngest, and may ask at once.
///
/// A bank with one read port answers one lookup and takes one new mapping a cycle, of the older instruction
/// first. With more ports each of the two instructions has half of them, and a write port: neither waits for
/// the other.
class RenameQueue {
 public:
  static constexpr unsigned places = 6;
  static constexpr unsigned heads = 2;       ///< instructions that ask in a cycle
  static constexpr unsigned most_ports = 4;  ///< read ports of a bank
  static constexpr unsigned lookup_lanes = table_banks * most_ports;
  static constexpr unsigned mapping_lanes = table_banks * heads;

  /// An entry that is looked up, or for which a register is wanted.
  struct Question {
    bool valid = false;
    std::uint8_t head = 0, unit = 0, reg = 0;  ///< register `reg` of the instruction of that head and unit
    std::uint8_t cluster = 0;
    std::uint16_t row = 0;
  };
  /// Lane 4p + b is port p of bank b.
  struct Questions {
    std::array<Question, lookup_lanes> lookups{};
    std::array<Question, mapping_lanes> allocations{};
  };

  /// `ports`: read ports of a bank, 1, 2 or 4; throws Error otherwise.
  explicit RenameQueue(unsigned ports);

  /// A cycle. Instructions without registers to be asked for do not enter; what finds no place is lost.
  Questions ask(std::span<const WaitingInstruction> entering);
  void reset() { waiting_.clear(); }
  unsigned waiting() const { return static_cast<unsigned>(waiting_.size()); }
  unsigned ports() const { return ports_; }

 private:
  bool shared() const { return ports_ == 1; }
  Question* lane_for(Questions& questions, unsigned head, unsigned bank, bool fresh) const;

  unsigned ports_;
  std::vector<WaitingInstruction> waiting_;
};

}  // namespace heddle
