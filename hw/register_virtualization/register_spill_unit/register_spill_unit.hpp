// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "hw/sim/block.hpp"
#include "models/base/parameter.hpp"
#include "models/register_virtualization/warp_spilling.hpp"

namespace heddle {

/// As in WarpSpilling::State.
struct SpillState {
  bool quiet;
  bool room;
  WarpSet resident;
  WarpSet starved;
  WarpSet waiting;
  bool operator==(const SpillState&) const = default;
};

/// The command has been carried out. `registers` of the warp went to memory, if it was to spill.
struct SpillDone {
  RegisterSet registers;
  bool operator==(const SpillDone&) const = default;
};

struct SpillCommand {
  RegisterSet registers;  ///< to fill; 0 to spill, which means all that the warp has
  std::uint8_t warp;
  bool fill;
  bool operator==(const SpillCommand&) const = default;
};

struct HeldWarps {
  WarpSet warps;  ///< issue nothing
  bool operator==(const HeldWarps&) const = default;
};

struct RegisterSpillUnitPins : Pins {
  LevelIn<SpillState> state{channels, "state"};
  BeatIn<SpillDone> done{channels, "done"};  ///< without a command it means nothing
  BeatOut<SpillCommand> command{channels, "command"};
  LevelOut<HeldWarps> hold{channels, "hold"};
};

struct RegisterSpillUnitConfig {
  static constexpr auto parameters() { return std::tuple{}; }
};

/// Says which warp's registers go to memory and which come back, when one CTA can claim more registers than
/// there are (Jeon2015 section 8.1); WarpSpilling has the rule. It keeps, by warp, which registers are in
/// memory. A command shows for one cycle, after the last of the edges that must have seen the SM quiet; the
/// scheduler carries it out by coalesced stores or loads and reports its end.
class RegisterSpillUnit final : public BlockWith<RegisterSpillUnitPins> {
 public:
  using Config = RegisterSpillUnitConfig;
  using PinsType = RegisterSpillUnitPins;
  static constexpr const char* block_name = "register_spill_unit";
  static unsigned settle(const Config&) { return WarpSpilling::quiet_edges + 2; }

  RegisterSpillUnit(sc_core::sc_module_name name, const Config&) : BlockWith(name) {}

  Cycle tick(Cycle now) override;

 private:
  WarpSpilling spilling_;
};

}  // namespace heddle
