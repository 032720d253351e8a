#include "tb/register_file/power_gate/held_entries.hpp"

#include <algorithm>

namespace heddle {
namespace {

Beat<RegisterRange> range(unsigned first, unsigned count) {
  return {{static_cast<std::uint16_t>(first), static_cast<std::uint16_t>(count)}, true};
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
void HeldEntries::hold_one(Random& random, EntryWrites& write, Beat<RegisterRange>& clear) {
  constexpr unsigned first_alone = 4;
  if (step_ == 1) {
    for (unsigned c = 0; c < clusters; ++c)
      put(write, random.one_in(2) ? c : c + clusters,
          {.reg = one_of(c), .banks = first_banks(cluster_banks)});
  } else if (step_ == 2) {
    clear = range(0, one_of(0));
  } else if (step_ == 3) {
    clear = range(one_of(0) + clusters, bank_registers);
  } else {
    clear = range(one_of(step_ - first_alone), 1);
  }
  if (step_ == first_alone + clusters - 1) restart();
}

/// Another entry in each bank, written at any port; then each is written whole in no bank, by another port:
/// one cluster in a cycle.
void HeldEntries::hold_many(Random& random, EntryWrites& write) {
  const unsigned cluster = (step_ - 1) % clusters, turn = random.below(write_requesters);
  const bool holds = step_ <= clusters;
  for (unsigned bank = 0; bank < cluster_banks; ++bank) {
    const unsigned reg = held_[cluster * cluster_banks + bank] * clusters + cluster;
    put(write, (bank + turn) % write_requesters,
        {.reg = static_cast<RegisterId>(reg), .banks = static_cast<BankSet>(holds ? 1u << bank : 0)});
  }
  if (step_ == 2 * clusters) restart();
}

bool HeldEntries::next(Random& random, const DomainPower& power, DomainNeeds& need, EntryWrites& write,
                       Beat<RegisterRange>& clear) {
  const unsigned step = step_;
  if (step <= (many_ ? clusters : 1)) need.domains.fill(~0u);
  if (step == 0) {
    many_ = random.one_in(2);
    for (unsigned& entry : held_) entry = random.below(bank_entries);
    clear = range(0, bank_registers);
  } else if (step == 1 && !std::all_of(power.awake.begin(), power.awake.begin() + bank_entries / rows_,
                                       [](std::uint32_t domains) { return domains == ~0u; })) {
    return false;
  } else if (many_) {
    hold_many(random, write);
  } else {
    hold_one(random, write, clear);
  }
  if (step == step_) ++step_;
  return true;
}

}  // namespace heddle
