// SPDX-License-Identifier: Apache-2.0
#include "tb/register_file/power_gate/held_entries.hpp"

#include <algorithm>

namespace heddle {
namespace {

constexpr unsigned sweep_steps = bank_entries / write_requesters;  // of a cluster

Beat<RegisterRange> range(unsigned first, unsigned count) {
  return {{static_cast<std::uint16_t>(first), static_cast<std::uint16_t>(count)}, true};
}

EntryWrite whole_write(unsigned cluster, unsigned entry, BankSet banks) {
  return {.reg = static_cast<RegisterId>(entry * clusters + cluster), .banks = banks};
}

}  // namespace

void put(EntryWrites& write, unsigned port, const EntryWrite& entry) {
  const unsigned bit = 1u << port;
  write.valid.value = static_cast<std::uint8_t>(write.valid.value | bit);
  write.partial.value =
      static_cast<std::uint8_t>(entry.partial ? write.partial.value | bit : write.partial.value & ~bit);
  write.registers[port] = entry.reg;
  write.banks[port] = entry.banks;
}

/// The same entry in all banks: all below it and all above it are cleared, then its registers, one by one.
void HeldEntries::hold_same(Random& random, EntryWrites& write, Beat<RegisterRange>& clear) {
  constexpr unsigned first_alone = 4;
  const unsigned first = held_[0] * clusters;
  if (step_ == 1) {
    for (unsigned c = 0; c < clusters; ++c)
      put(write, random.one_in(2) ? c : c + clusters, whole_write(c, held_[0], first_banks(cluster_banks)));
  } else if (step_ == 2) {
    clear = range(0, first);
  } else if (step_ == 3) {
    clear = range(first + clusters, bank_registers);
  } else {
    clear = range(first + step_ - first_alone, 1);
  }
  step_ = (step_ + 1) % (first_alone + clusters);
}

/// Another entry in each bank, one cluster in a cycle. In the end each is written in no bank, by another
/// port.
void HeldEntries::hold_distinct(Random& random, EntryWrites& write) {
  const unsigned cluster = (step_ - 1) % clusters, turn = random.below(write_requesters);
  for (unsigned bank = 0; bank < cluster_banks; ++bank)
    put(write, (bank + turn) % write_requesters,
        whole_write(cluster, entry_in(cluster, bank),
                    static_cast<BankSet>(step_ <= clusters ? 1u << bank : 0)));
  step_ = (step_ + 1) % (1 + 2 * clusters);
}

/// All entries of a cluster but those that are held are written in no bank, by any port.
void HeldEntries::sweep(Random& random, EntryWrites& write) {
  const unsigned at = (sweep_from_ + swept_) % (clusters * sweep_steps);
  const unsigned cluster = at / sweep_steps, turn = random.below(write_requesters);
  for (unsigned k = 0; k < write_requesters; ++k) {
    const unsigned entry = at % sweep_steps * write_requesters + k;
    if (!holds(cluster, entry)) put(write, (k + turn) % write_requesters, whole_write(cluster, entry, 0));
  }
  ++swept_;
}

bool HeldEntries::holds(unsigned cluster, unsigned entry) const {
  const auto first = held_.begin() + cluster * cluster_banks;
  return std::find(first, first + cluster_banks, entry) != first + cluster_banks;
}

bool HeldEntries::next(Random& random, const DomainPower& power, DomainNeeds& need, EntryWrites& write,
                       Beat<RegisterRange>& clear) {
  const unsigned holding = same_ ? 1 : clusters;  // steps that write what is held
  if (step_ <= holding) need.domains.fill(~0u);
  if (step_ == 0) {
    same_ = random.one_in(2);
    swept_ = random.one_in(4) ? 0 : clusters * sweep_steps;
    sweep_from_ = random.below(clusters * sweep_steps);
    for (unsigned& entry : held_) entry = random.below(bank_entries);
    clear = range(0, bank_registers);
    step_ = 1;
    return true;
  }
  if (step_ == 1 && !std::all_of(power.awake.begin(), power.awake.begin() + bank_entries / rows_,
                                 [](std::uint32_t domains) { return domains == ~0u; }))
    return false;
  if (step_ > holding && random.one_in(4)) return true;
  if (same_)
    hold_same(random, write, clear);
  else if (step_ > clusters && swept_ < clusters * sweep_steps)
    sweep(random, write);
  else
    hold_distinct(random, write);
  return true;
}

}  // namespace heddle
