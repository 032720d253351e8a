// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>

#include "hw/register_file/power_gate/power_gate.hpp"
#include "models/base/random.hpp"

namespace heddle {

/// Adds a write at a port.
void put(EntryWrites& write, unsigned port, const EntryWrite& entry);

/// Sequences in which a bank holds one entry and nothing else, so that a valid bit that is set, kept or
/// cleared wrongly shows in its domain. Each begins with all cleared and all awake, and rests now and then: a
/// bit that flips at each edge is not always seen in the same state.
class HeldEntries {
 public:
  explicit HeldEntries(unsigned rows_per_domain) : rows_(rows_per_domain) {}

  /// From the first step, at the next call.
  void restart() { step_ = 0; }
  /// The inputs of a cycle; false in one that only waits until all is awake.
  bool next(Random& random, const DomainPower& power, DomainNeeds& need, EntryWrites& write,
            Beat<RegisterRange>& clear);

 private:
  void hold_same(Random& random, EntryWrites& write, Beat<RegisterRange>& clear);
  void hold_distinct(Random& random, EntryWrites& write);
  void sweep(Random& random, EntryWrites& write);
  unsigned entry_in(unsigned cluster, unsigned bank) const { return held_[cluster * cluster_banks + bank]; }
  bool holds(unsigned cluster, unsigned entry) const;

  unsigned rows_;
  unsigned step_ = 0, swept_ = 0, sweep_from_ = 0;
  bool same_ = false;  // entry in all banks
  std::array<unsigned, clusters * cluster_banks> held_{};
};

}  // namespace heddle
