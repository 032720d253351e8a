#include "tb/register_virtualization/renaming_table/renaming_table_coverage.hpp"

#include <bit>

namespace heddle {
namespace {

const Arises never_beyond = never_in_system("names are numbered within the table");
const Arises never_missed = never_in_system("only names that have a place are looked up");
const Arises never_mapped_twice =
    never_in_system("a register is mapped when it is written and has no mapping");

}  // namespace

RenamingTableCoverage::RenamingTableCoverage(const RenamingTableConfig& config)
    : rows_(config.entries / table_banks),
      found_(coverage.points("a mapping found in bank {}", 0, table_banks - 1)),
      missed_(coverage.points("no mapping found in bank {}", 0, table_banks - 1, never_missed)),
      released_(coverage.points("a mapping released in bank {}", 0, table_banks - 1)),
      mapped_(coverage.points("a register mapped in bank {}", 0, table_banks - 1)),
      register_bit_(coverage.points("a mapping to a register with bit {}", 0, 9)),
      idle_(coverage.point("nothing to do")),
      every_bank_(coverage.point("all banks accessed at once")),
      every_bank_maps_(coverage.point("registers mapped in all banks at once")),
      first_row_(coverage.point("a mapping found in the first row")),
      last_row_(coverage.point("a mapping found in the last row",
                               by_chance("only some numbers of registers a warp leave no row over"))),
      row_beyond_(coverage.point("an access to the row behind the last", never_beyond)),
      far_row_(coverage.point("an access to a row that differs by its upper bits from one that is mapped",
                              never_beyond)),
      released_unmapped_(coverage.point("a release of what is not mapped", never_missed)),
      map_beyond_(coverage.point("a mapping in a row that there is not", never_beyond)),
      upper_bits_(coverage.point("a mapping to a number with upper bits",
                                 never_in_system("there are 1024 physical registers"))),
      map_again_(coverage.point("a mapping replaced by another", never_mapped_twice)),
      read_and_map_(coverage.point("a mapping read and replaced in one cycle", never_mapped_twice)),
      release_and_map_(coverage.point("a mapping released and replaced in one cycle", never_mapped_twice)),
      map_unmapped_released_(coverage.point("what is not mapped released and mapped in one cycle",
                                            never_in_system("who writes a register does not release it"))),
      release_without_access_(
          coverage.point("a release without an access", never_in_system("whoever releases sends an access"))),
      full_(coverage.point("all entries hold a mapping",
                           never_in_system("a kernel's warps do not need every row of every bank at once"))),
      register_0_(coverage.point("a mapping to register 0")),
      emptied_(coverage.point("the last mapping released")),
      reset_(coverage.point("reset while something is mapped", only_a_bench_resets())) {
  for (unsigned e = 0; e < rows_ * table_banks; ++e) all_entries_[e / 64] |= std::uint64_t{1} << e % 64;
}

bool RenamingTableCoverage::mapped(unsigned bank, unsigned row) const {
  const unsigned e = row * table_banks + bank;
  return row < rows_ && (shown_[e / 64] >> e % 64 & 1) != 0;
}

void RenamingTableCoverage::observe(PinValues in, PinValues out, bool rst_n) {
  shown_ = reinterpret_cast<const Level<TableState>*>(out[1])->payload.entries;
  if (!rst_n) {
    if (!in_reset_) reset_ += shown_ != MappedEntries{};
    in_reset_ = true;
    return;
  }
  in_reset_ = false;
  const TableAccesses& access = reinterpret_cast<const Level<TableAccesses>*>(in[0])->payload;
  const TableMappings& map = reinterpret_cast<const Level<TableMappings>*>(in[1])->payload;
  constexpr unsigned all = (1u << table_banks) - 1;
  idle_ += access.valid.value == 0 && map.valid.value == 0;
  every_bank_ += access.valid.value == all;
  every_bank_maps_ += map.valid.value == all;
  release_without_access_ += (access.release.value & ~access.valid.value) != 0;
  MappedEntries left = shown_;
  for (unsigned b = 0; b < table_banks; ++b) {
    if (access.valid.value >> b & 1) {
      see_access(b, access, map);
      const unsigned e = access.rows[b] * table_banks + b;
      if (mapped(b, access.rows[b]) && (access.release.value >> b & 1))
        left[e / 64] &= ~(std::uint64_t{1} << e % 64);
    }
    if (map.valid.value >> b & 1) see_mapping(b, map);
  }
  full_ += shown_ == all_entries_;
  emptied_ += shown_ != MappedEntries{} && left == MappedEntries{} && map.valid.value == 0;
}

void RenamingTableCoverage::see_access(unsigned bank, const TableAccesses& access, const TableMappings& map) {
  const unsigned row = access.rows[bank];
  const bool held = mapped(bank, row), released = (access.release.value >> bank & 1) != 0;
  const bool replaced = (map.valid.value >> bank & 1) != 0 && map.rows[bank] == row && row < rows_;
  ++*(held ? found_ : missed_)[bank];
  first_row_ += held && row == 0;
  last_row_ += held && row == rows_ - 1;
  row_beyond_ += row == rows_;
  far_row_ += row >= rows_ && mapped(bank, row & (std::bit_ceil(rows_) - 1));
  read_and_map_ += replaced && held && !released;
  release_and_map_ += replaced && held && released;
  map_unmapped_released_ += replaced && !held && released;
  if (released && held) ++*released_[bank];
  released_unmapped_ += released && !held;
}

void RenamingTableCoverage::see_mapping(unsigned bank, const TableMappings& map) {
  const unsigned row = map.rows[bank], reg = map.registers[bank];
  map_beyond_ += row >= rows_;
  upper_bits_ += reg > table_register_mask;
  if (row >= rows_) return;
  ++*mapped_[bank];
  register_0_ += (reg & table_register_mask) == 0;
  map_again_ += mapped(bank, row);
  for (unsigned bit = 0; bit < register_bit_.size(); ++bit) *register_bit_[bit] += reg >> bit & 1;
}

}  // namespace heddle
