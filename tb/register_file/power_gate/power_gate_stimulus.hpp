// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstdint>

#include "hw/register_file/power_gate/power_gate.hpp"
#include "models/base/random.hpp"
#include "tb/register_file/power_gate/held_entries.hpp"

namespace heddle {

/// The writers of registers, as a bench drives them. Most of the time they keep the protocol: they need
/// domains, wait until these are awake, and then write; sometimes they break it.
class PowerGateStimulus {
 public:
  PowerGateStimulus(unsigned rows_per_domain, std::uint64_t seed) : random_(seed), rows_(rows_per_domain) {}

  /// The next cycle's inputs from the power that is seen; true when there is anything in them.
  bool next(DomainNeeds& need, EntryWrites& write, Beat<RegisterRange>& clear, const DomainPower& power);

 private:
  enum class Mood {
    working,   // each on its own, with the need kept until the write is done
    hasty,     // the same, but the need ends in the cycle of the write
    volley,    // all write the same register at once
    draining,  // nobody writes, registers are cleared
    calling,   // domains are needed and not written
    alone,     // a bank holds one entry
    lawless,
    idle,
    count
  };
  /// A register on its way to the banks.
  struct Writer {
    bool waiting = false;
    EntryWrite entry{};
  };

  void turn();
  EntryWrite pick();
  void write_those(const DomainPower& power, DomainNeeds& need, EntryWrites& write);
  void call(DomainNeeds& need);
  void break_every_rule(DomainNeeds& need, EntryWrites& write);
  RegisterRange pick_cleared();
  DomainSet domains_of(const EntryWrite& entry) const;

  Random random_;
  unsigned rows_;
  Mood mood_ = Mood::idle;
  unsigned left_ = 0;             // cycles of this mood
  unsigned base_ = 0, span_ = 1;  // the registers in use
  std::array<Writer, write_requesters> writers_{};
  HeldEntries held_{rows_};
};

}  // namespace heddle
