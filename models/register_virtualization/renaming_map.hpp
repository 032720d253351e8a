// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "models/register_file/register_banks.hpp"

// Which physical register holds an architected one (Jeon2015, section 7.1).

namespace heddle {

inline constexpr unsigned table_banks = 4;                ///< Jeon2015, section 7.1 and table 2
inline constexpr RegisterId table_register_mask = 0x3ff;  ///< an entry has ten bits: 1024 physical registers
/// Entries that a table can have: 48 warps of 64 registers.
inline constexpr unsigned most_table_entries = 3072;

/// One bit an entry: entry e is bit e mod 64 of word e / 64.
using MappedEntries = std::array<std::uint64_t, most_table_entries / 64>;

/// The state of a renaming table: a physical register and a valid bit for each entry. Entry e lies in bank
/// e mod 4, row e / 4.
class RenamingMap {
 public:
  struct Answer {
    bool mapped = false;
    RegisterId reg = 0;  ///< 0 when nothing is mapped
  };

  /// `entries`: a multiple of 4 up to most_table_entries; throws Error otherwise.
  explicit RenamingMap(unsigned entries);

  /// A row that the bank does not have is not mapped.
  Answer read(unsigned bank, unsigned row) const;
  /// The entry holds no mapping any more.
  void release(unsigned bank, unsigned row);
  /// A row that the bank does not have stays nobody's.
  void map(unsigned bank, unsigned row, RegisterId reg);
  /// Nothing is mapped.
  void reset() { mapped_ = {}; }

  const MappedEntries& mapped() const { return mapped_; }

 private:
  bool has(unsigned row) const { return row < registers_.size() / table_banks; }
  std::vector<RegisterId> registers_;
  MappedEntries mapped_{};
};

}  // namespace heddle
