#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "hw/register_virtualization/renaming_table/renaming_table.hpp"
#include "tb/cosim/block_coverage.hpp"

namespace heddle {

/// Which accesses and mappings a table was given, and what it held then, as its own outputs show.
class RenamingTableCoverage final : public BlockCoverage {
 public:
  explicit RenamingTableCoverage(const RenamingTableConfig& config);
  void observe(PinValues in, PinValues out, bool rst_n) override;

 private:
  void see_access(unsigned bank, const TableAccesses& access, const TableMappings& map);
  void see_mapping(unsigned bank, const TableMappings& map);
  bool mapped(unsigned bank, unsigned row) const;

  unsigned rows_;
  MappedEntries shown_{}, all_entries_{};
  bool in_reset_ = true;
  std::vector<std::uint64_t*> found_, missed_, released_, mapped_, register_bit_;
  std::uint64_t &idle_, &every_bank_, &every_bank_maps_, &first_row_, &last_row_, &row_beyond_, &far_row_;
  std::uint64_t &released_unmapped_, &map_beyond_, &upper_bits_, &map_again_, &read_and_map_;
  std::uint64_t &release_and_map_, &map_unmapped_released_, &release_without_access_, &full_, &register_0_;
  std::uint64_t &emptied_, &reset_;
};

}  // namespace heddle
