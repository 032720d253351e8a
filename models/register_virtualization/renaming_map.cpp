// SPDX-License-Identifier: Apache-2.0
#include "models/register_virtualization/renaming_map.hpp"

#include <fmt/format.h>

#include "models/base/error.hpp"

namespace heddle {

RenamingMap::RenamingMap(unsigned entries) : registers_(entries) {
  if (entries == 0 || entries % table_banks != 0 || entries > most_table_entries)
    throw Error(
        {.place = "renaming table",
         .what = "number of entries out of range",
         .value = fmt::format("{}", entries),
         .legal = fmt::format("4 to {}, a multiple of its {} banks", most_table_entries, table_banks)});
}

RenamingMap::Answer RenamingMap::read(unsigned bank, unsigned row) const {
  const unsigned e = row * table_banks + bank;
  if (!has(row) || (mapped_[e / 64] >> e % 64 & 1) == 0) return {};
  return {true, registers_[e]};
}

void RenamingMap::release(unsigned bank, unsigned row) {
  const unsigned e = row * table_banks + bank;
  if (has(row)) mapped_[e / 64] &= ~(std::uint64_t{1} << e % 64);
}

void RenamingMap::map(unsigned bank, unsigned row, RegisterId reg) {
  if (!has(row)) return;
  const unsigned e = row * table_banks + bank;
  registers_[e] = reg;
  mapped_[e / 64] |= std::uint64_t{1} << e % 64;
}

}  // namespace heddle
