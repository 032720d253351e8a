// SPDX-License-Identifier: Apache-2.0
#include <array>
#include <string>

#include "hw/register_virtualization/renaming_table/renaming_table.hpp"
#include "tb/estimate/stimulus.hpp"

namespace heddle::estimate {
namespace {

PinSequence rename(const RtlParameters& parameters, unsigned operations, Random& random) {
  const auto rows = static_cast<unsigned>(std::stoul(parameters.at("Entries"))) / table_banks;
  PinSequence sequence({{"enter_registers_i", renamed_slots * renamed_registers},
                        {"enter_fresh_i", renamed_slots * ptx::max_destinations},
                        {"enter_units_i", 4 * renamed_slots},
                        {"enter_rotations_i", 2 * renamed_slots},
                        {"enter_entries_i", 16 * renamed_slots * renamed_registers},
                        {"release_valid_i", table_banks},
                        {"release_rows_i", 16 * table_banks},
                        {"release_tags_i", release_tag_bits * table_banks},
                        {"grant_valid_i", allocations},
                        {"grant_registers_i", 16 * allocations}});
  std::array<std::uint32_t, renamed_slots * renamed_registers> entries{};
  std::array<std::uint32_t, table_banks> released{}, tags{};
  std::array<std::uint32_t, allocations> registers{};
  for (unsigned n = 0; n < operations; ++n) {
    // An instruction enters in each cycle: two sources in different banks, and a destination without a
    // mapping.
    const unsigned bank = random.below(table_banks);
    entries[0] = random.below(rows) * table_banks + bank;
    entries[1] = random.below(rows) * table_banks + (bank + 1) % table_banks;
    entries[ptx::max_sources] = random.below(rows * table_banks);
    const unsigned free_bank = (bank + 2) % table_banks;
    released[free_bank] = random.below(rows);
    tags[free_bank] = random.below(1u << release_tag_bits);
    for (std::uint32_t& r : registers) r = random.below(table_register_mask + 1);
    sequence.append(0, 3 | 1u << ptx::max_sources);
    sequence.append(1, 1);
    sequence.append(2, random.below(16));
    sequence.append(3, 0);
    sequence.append(4, packed<16>(entries));
    sequence.append(5, random.one_in(2) ? 1u << free_bank : 0);
    sequence.append(6, packed<16>(released));
    sequence.append(7, packed<release_tag_bits>(tags));
    sequence.append(8, (1u << allocations) - 1);
    sequence.append(9, packed<16>(registers));
  }
  return sequence;
}

const Registration<Stimulus> renaming_table_stimulus{
    {.name = "renaming_table",
     .random_description =
         "an instruction in every cycle: two rows read, one mapped; a mapping released in half of them",
     .random = rename}};

}  // namespace
}  // namespace heddle::estimate
