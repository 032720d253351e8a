#pragma once

#include <array>

#include "hw/register_file/power_gate/power_gate.hpp"
#include "models/base/random.hpp"

namespace heddle {

/// Adds a write at a port.
void put(EntryWrites& write, unsigned port, const EntryWrite& entry);

/// Sequences in which a bank holds one entry and nothing else, so that a valid bit that is set, kept or
/// cleared wrongly shows in its domain. Each begins with all cleared and all awake.
class HeldEntries {
 public:
  explicit HeldEntries(unsigned rows_per_domain) : rows_(rows_per_domain) {}

  /// From the first step, at the next call.
  void restart() { step_ = 0; }
  /// The inputs of a cycle; false in one that only waits until all is awake.
  bool next(Random& random, const DomainPower& power, DomainNeeds& need, EntryWrites& write,
            Beat<RegisterRange>& clear);

 private:
  void hold_one(Random& random, EntryWrites& write, Beat<RegisterRange>& clear);
  void hold_many(Random& random, EntryWrites& write);
  RegisterId one_of(unsigned cluster) const { return static_cast<RegisterId>(held_[0] * clusters + cluster); }

  unsigned rows_;
  unsigned step_ = 0;
  bool many_ = false;
  std::array<unsigned, clusters * cluster_banks> held_{};  // entries
};

}  // namespace heddle
