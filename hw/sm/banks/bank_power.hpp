// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>

#include "hw/register_file/power_gate/power_gate.hpp"
#include "hw/sim/block_maker.hpp"
#include "hw/sim/wire.hpp"
#include "hw/sm/types/register_write.hpp"
#include "models/base/statistics.hpp"

namespace heddle {

/// The power_gate of an SM's register file and its inputs: coming writes, finished writes, cleared registers.
/// A bank that is switched off loses what it held.
class BankPower {
 public:
  BankPower(const PowerGateConfig& config, unsigned registers, RegisterBanks& banks, ClockDomain& clock,
            Wire<bool>& rst_n, const BlockMaker& blocks, Clocked& sm, StatGroup& stats);

  /// First call of each cycle of the SM.
  void begin_cycle();
  /// May these banks of r be written in this cycle?
  bool awake(RegisterId r, BankSet banks) const {
    const std::uint32_t mask = bank_mask(r, banks);
    return (power_.shown().payload.awake[group(r)] & mask) == mask;
  }
  /// Announces a write to these banks, which keeps them awake until it is done; false: it must wait.
  bool ready(RegisterId r, BankSet banks);
  /// Entry `requester` of the write-back has been written.
  void written(unsigned requester, const RegisterWrite& w);
  /// Clears the registers: at most once a cycle, and before `forget`.
  void clear(RegisterRange range);
  /// The same for one register, after the writes of the cycle; false when no pin is left for it in this
  /// cycle.
  bool forget(RegisterId r);
  /// The domains that are switched off, as the last tick saw them.
  const DomainSet& gated() const { return gated_; }
  /// Last call of each cycle.
  void end_cycle();
  /// Must the SM be ticked in the next cycle?
  bool busy() const { return told_; }

  /// Cycles that have passed with the banks powered as the last tick saw them.
  void credit(Cycle elapsed);
  /// Adds these cycles to the statistics of each bank, before statistics are read.
  void count();

 private:
  unsigned group(RegisterId r) const { return r / clusters / rows_; }
  void switched(const DomainSet& gated);

  const unsigned rows_;
  const unsigned groups_;  ///< domains of a bank that the file has; what lies beyond is not counted
  RegisterBanks& banks_;
  Wire<Level<DomainNeeds>> need_pins_{"power_gate_need"};
  Wire<Level<EntryWrites>> write_pins_{"power_gate_write"};
  Wire<Beat<RegisterRange>> clear_pins_{"power_gate_clear"};
  Wire<Level<DomainPower>> power_{"power_gate_power"};
  std::unique_ptr<BlockWith<PowerGatePins>> block_;

  Level<DomainNeeds> need_;
  Level<EntryWrites> write_;
  Beat<RegisterRange> clear_;
  bool told_ = false;     ///< the pins are not idle
  DomainSet gated_{};     ///< as the last tick saw it
  unsigned domains_ = 0;  ///< in it
  Cycle held_ = 0;        ///< cycles of it that are not counted by bank yet
  Counter &gated_cycles_, &wake_ups_, &waiting_;
  std::array<Counter*, register_banks> by_bank_{};
};

}  // namespace heddle
