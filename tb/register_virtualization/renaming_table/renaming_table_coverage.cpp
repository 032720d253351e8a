// SPDX-License-Identifier: Apache-2.0
#include "tb/register_virtualization/renaming_table/renaming_table_coverage.hpp"

#include <bit>
#include <utility>

namespace heddle {
namespace {

const Arises never_beyond = never_in_system("registers are numbered within the table");
const Arises never_missed = never_in_system("only registers that have a place are looked up");
const Arises never_mapped_twice =
    never_in_system("a register is mapped when it is written and has no mapping");
const Arises always_granted = never_in_system("what is issued finds registers, and nobody else asks");

}  // namespace

RenamingTableCoverage::RenamingTableCoverage(const RenamingTableConfig& config)
    : rows_(config.entries / table_banks),
      ports_(config.ports),
      queue_(coverage, config.ports),
      found_(coverage.points("a mapping found in lane {}", 0, table_banks * ports_ - 1)),
      missed_(coverage.points("no mapping found in lane {}", 0, table_banks * ports_ - 1, never_missed)),
      released_(coverage.points("a mapping released in bank {}", 0, table_banks - 1)),
      refused_(coverage.points("a release refused in bank {}", 0, table_banks - 1)),
      mapped_(coverage.points("a register mapped in bank {}", 0, table_banks - 1)),
      register_bit_(coverage.points("a mapping to a register with bit {}", 0, 9)),
      idle_(coverage.point("nothing to do")),
      every_bank_(coverage.point("all banks accessed at once")),
      every_bank_maps_(coverage.point("registers mapped in all banks at once")),
      first_row_(coverage.point("a mapping found in the first row")),
      last_row_(coverage.point("a mapping found in the last row",
                               by_chance("only some numbers of registers a warp leave no row over"))),
      row_beyond_(coverage.point("an access to the row behind the last", never_beyond)),
      far_row_(coverage.point("a release in a row that differs by its upper bits from one that is mapped",
                              never_beyond)),
      released_unmapped_(coverage.point("a release of what is not mapped", never_missed)),
      map_beyond_(coverage.point("a mapping in a row that there is not", never_beyond)),
      upper_bits_(coverage.point("a mapping to a number with upper bits",
                                 never_in_system("there are 1024 physical registers"))),
      map_again_(coverage.point("a mapping replaced by another", never_mapped_twice)),
      map_twice_(ports_ == 1 ? none_
                             : coverage.point("an entry mapped by two instructions in one cycle",
                                              never_mapped_twice)),
      read_and_map_(coverage.point("a mapping read and replaced in one cycle", never_mapped_twice)),
      release_and_map_(coverage.point("a mapping released and replaced in one cycle", never_mapped_twice)),
      map_unmapped_released_(coverage.point("what is not mapped released and mapped in one cycle",
                                            never_in_system("who writes a register does not release it"))),
      full_(coverage.point("all entries hold a mapping",
                           never_in_system("a kernel's warps do not need every row of every bank at once"))),
      register_0_(coverage.point("a mapping to register 0")),
      emptied_(coverage.point("the last mapping released")),
      not_granted_(coverage.point("a request that is not granted", always_granted)),
      granted_unasked_(coverage.point("a grant that nobody asked for", always_granted)),
      reset_(coverage.point("reset while something is mapped", only_a_bench_resets())),
      reset_waiting_(coverage.point("reset while instructions wait", only_a_bench_resets())),
      reset_requested_(coverage.point("reset while a register is requested", only_a_bench_resets())) {
  for (unsigned e = 0; e < rows_ * table_banks; ++e) all_entries_[e / 64] |= std::uint64_t{1} << e % 64;
}

bool RenamingTableCoverage::mapped(unsigned bank, unsigned row) const {
  const unsigned e = row * table_banks + bank;
  return row < rows_ && (shown_[e / 64] >> e % 64 & 1) != 0;
}

void RenamingTableCoverage::see_reset(const TableState& state, const QueueState& queue) {
  reset_ += state.entries != MappedEntries{};
  reset_waiting_ += queue.waiting.value != 0;
  for (const auto* questions : {&requested_, &granted_})
    for (const auto& q : questions->allocations) reset_requested_ += q.valid;
  queue_.reset();
  requested_ = granted_ = {};
}

void RenamingTableCoverage::observe(PinValues in, PinValues out, bool rst_n) {
  const auto& state = reinterpret_cast<const Level<TableState>*>(out[3])->payload;
  const auto& queue = reinterpret_cast<const Level<QueueState>*>(out[4])->payload;
  shown_ = state.entries;
  if (!rst_n) {
    if (!in_reset_) see_reset(state, queue);
    in_reset_ = true;
    return;
  }
  in_reset_ = false;
  const auto& enter = reinterpret_cast<const Level<EnteringInstructions>*>(in[0])->payload;
  const auto& release = reinterpret_cast<const Level<TableReleases>*>(in[1])->payload;
  const auto& grant = reinterpret_cast<const Level<AllocatedRegisters>*>(in[2])->payload;
  const Mappings maps = mappings(grant);
  const RenameQueue::Questions questions = queue_.see(enter);
  requested_ = questions;
  unsigned accessed = 0, map_count = 0;  // banks, a bit each
  MappedEntries left = shown_;
  for (unsigned lane = 0; lane < table_banks * ports_; ++lane) {
    const RenameQueue::Question& q = questions.lookups[lane];
    if (!q.valid) continue;
    see_lookup(lane, q.row, maps);
    accessed |= 1u << lane % table_banks;
  }
  for (unsigned b = 0; b < table_banks; ++b) {
    if ((release.valid.value >> b & 1) == 0) continue;
    accessed |= 1u << b;
    if (questions.lookups[table_banks * (ports_ - 1) + b].valid) {
      ++*refused_[b];
      continue;
    }
    see_release(b, release.rows[b], maps);
    const unsigned e = release.rows[b] * table_banks + b;
    if (mapped(b, release.rows[b])) left[e / 64] &= ~(std::uint64_t{1} << e % 64);
  }
  for (unsigned m = 0; m < maps.size(); ++m) {
    if (!maps[m].valid) continue;
    map_count |= 1u << m % table_banks;
    see_mapping(m % table_banks, maps[m]);
    const Mapping& other = maps[(m + table_banks) % maps.size()];
    map_twice_ += m < table_banks && other.valid && other.row == maps[m].row && other.row < rows_;
  }
  constexpr unsigned all_banks = (1u << table_banks) - 1;
  idle_ += accessed == 0 && map_count == 0 && enter.registers.value == 0;
  every_bank_ += accessed == all_banks;
  every_bank_maps_ += map_count == all_banks;
  full_ += shown_ == all_entries_;
  emptied_ += shown_ != MappedEntries{} && left == MappedEntries{} && map_count == 0;
}

/// Of the requests of the edge before last.
RenamingTableCoverage::Mappings RenamingTableCoverage::mappings(const AllocatedRegisters& grant) {
  Mappings maps{};
  unsigned asked = 0;
  const RenameQueue::Questions answered = std::exchange(granted_, requested_);
  for (unsigned m = 0; m < maps.size(); ++m) {
    const RenameQueue::Question& q = answered.allocations[m];
    if (!q.valid) continue;
    const unsigned request = RenameQueue::heads * q.cluster + q.head;
    asked |= 1u << request;
    const bool granted = (grant.valid.value >> request & 1) != 0;
    if (granted) maps[m] = {true, q.row, grant.registers[request]};
    not_granted_ += !granted;
  }
  granted_unasked_ += (grant.valid.value & ~asked) != 0;
  return maps;
}

void RenamingTableCoverage::see_row(unsigned bank, unsigned row) {
  row_beyond_ += row == rows_;
  far_row_ += row >= rows_ && mapped(bank, row & (std::bit_ceil(rows_) - 1));
}

void RenamingTableCoverage::see_lookup(unsigned lane, unsigned row, const Mappings& maps) {
  const unsigned bank = lane % table_banks;
  const bool held = mapped(bank, row);
  ++*(held ? found_ : missed_)[lane];
  first_row_ += held && row == 0;
  last_row_ += held && row == rows_ - 1;
  for (unsigned m = bank; m < maps.size(); m += table_banks)
    read_and_map_ += held && maps[m].valid && maps[m].row == row;
  see_row(bank, row);
}

void RenamingTableCoverage::see_release(unsigned bank, unsigned row, const Mappings& maps) {
  const bool held = mapped(bank, row);
  bool replaced = false;
  for (unsigned m = bank; m < maps.size(); m += table_banks)
    replaced |= maps[m].valid && maps[m].row == row && row < rows_;
  if (held) ++*released_[bank];
  released_unmapped_ += !held;
  release_and_map_ += replaced && held;
  map_unmapped_released_ += replaced && !held;
  see_row(bank, row);
}

void RenamingTableCoverage::see_mapping(unsigned bank, const Mapping& mapping) {
  map_beyond_ += mapping.row >= rows_;
  upper_bits_ += mapping.reg > table_register_mask;
  if (mapping.row >= rows_) return;
  ++*mapped_[bank];
  register_0_ += (mapping.reg & table_register_mask) == 0;
  map_again_ += mapped(bank, mapping.row);
  for (unsigned bit = 0; bit < register_bit_.size(); ++bit) *register_bit_[bit] += mapping.reg >> bit & 1;
}

}  // namespace heddle
