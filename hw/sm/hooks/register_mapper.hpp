// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "hw/sm/types/in_flight.hpp"
#include "hw/sm/warp_scheduler/warp_scheduler.hpp"

namespace heddle {

/// A source that was never written has no register: it reads as zero.
inline constexpr RegisterId no_register = 0xffff;

/// Where an architected register is. One holder; without one, register r of warp w stands at w * registers +
/// r. The holder gives registers to a warp as they are written, and takes them back.
class RegisterMapper {
 public:
  virtual ~RegisterMapper() = default;

  // Issue.

  /// May an instruction with registers be issued?
  virtual bool room() const = 0;
  /// Are there registers for what instruction i of warp w will write? A scheduler asks for the one that it
  /// has chosen. A warp that found none is starved: it is not chosen again until `replenished`.
  virtual bool finds_registers(unsigned w, const ptx::Instruction& i) const = 0;
  /// Since the last cycle registers are free again.
  virtual bool replenished() const = 0;
  /// An instruction has been issued and has its collector unit; its registers are to be found.
  virtual void enter(InFlight& f) = 0;
  /// The next instruction that starts to read in this cycle, since its sources are known, or null. Its first
  /// requests have been put on the bank arbiter's pins between the edges (BankPorts::add). A destination that
  /// is no_register until the begin of the next cycle has been given a register that holds nothing.
  virtual InFlight* mapped() = 0;
  /// Last call of each cycle: no instruction may start in the next one when a random stall holds them.
  virtual void hold(bool held) = 0;

  /// Has register r of warp w a place?
  virtual bool maps(unsigned w, unsigned r) const = 0;

  // Release.

  /// Warp w has done everything. Returns true when it has given back all; else it calls WarpTable::changed
  /// when it has.
  virtual bool ended(unsigned w) = 0;
  /// Registers of warp w, which has ended, that never moved.
  virtual RegisterRange fixed(unsigned w) const = 0;
  /// The next register that is free again, or no_register. Whoever asks sees to it that the register holds
  /// nothing.
  virtual RegisterId freed() = 0;
  /// There are such registers: a launch has not ended.
  virtual bool returning() const = 0;
};

}  // namespace heddle
