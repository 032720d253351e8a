// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "hw/sim/block.hpp"
#include "models/base/parameter.hpp"
#include "models/register_file/mov_injection.hpp"

namespace heddle {

inline constexpr unsigned issue_slots = 2;  ///< instructions that enter a collector unit in a cycle

/// Instructions that entered a collector unit in this cycle; bit s and element s are issue slot s.
struct EnteredInstructions {
  Bits<issue_slots> valid;
  Bits<issue_slots> partial;                         ///< writes only some of the lanes that were launched
  std::array<std::uint8_t, issue_slots> unit;        ///< 0 .. 15; beyond is ignored
  std::array<std::uint8_t, issue_slots> compressed;  ///< bit k, 0 .. 3: destination k is held compressed
  bool operator==(const EnteredInstructions&) const = default;
};

/// Bit 4 u + k: the MOV for destination k of unit u has been written to the banks.
struct WrittenMoves {
  Bits<collector_units * destinations> moves;
  bool operator==(const WrittenMoves&) const = default;
};

/// Whether a collector unit is free for a MOV.
struct CollectorRoom {
  bool free;
  bool operator==(const CollectorRoom&) const = default;
};

/// A MOV to be issued, which reads the register and writes it uncompressed.
struct InjectedMove {
  std::uint8_t unit, destination;
  bool operator==(const InjectedMove&) const = default;
};

/// The MOV's bit in WrittenMoves.
inline unsigned number_of(const InjectedMove& m) { return m.unit * destinations + m.destination; }

/// Bit u: the instruction in unit u must not leave it.
struct HeldUnits {
  Bits<collector_units> units;
  bool operator==(const HeldUnits&) const = default;
};

struct MovInjectorPins : Pins {
  LevelIn<EnteredInstructions> check{channels, "check"};
  LevelIn<WrittenMoves> written{channels, "written"};
  LevelIn<CollectorRoom> room{channels, "room"};
  BeatOut<InjectedMove> move{channels, "move"};
  LevelOut<HeldUnits> hold{channels, "hold"};
};

/// No parameters: units, slots and destinations are those of the pipeline.
struct MovInjectorConfig {
  static constexpr auto parameters() { return std::tuple{}; }
};

/// Puts a MOV ahead of an instruction that writes some lanes of a compressed register (Lee2015 section 5.2).
/// `hold` is set after the edge that samples the instruction, its first MOV shows after the next one.
class MovInjector final : public BlockWith<MovInjectorPins> {
 public:
  using Config = MovInjectorConfig;
  using PinsType = MovInjectorPins;
  static constexpr const char* block_name = "mov_injector";
  static unsigned settle(const Config&) { return 2; }

  MovInjector(sc_core::sc_module_name name, const Config&) : BlockWith(name) {}

  Cycle tick(Cycle now) override;

 private:
  MovInjection injection_;
};

}  // namespace heddle
