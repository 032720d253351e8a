// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "hw/register_virtualization/renaming_table/renaming_table.hpp"
#include "tb/cosim/coverage/block_coverage.hpp"
#include "tb/register_virtualization/renaming_table/rename_queue_coverage.hpp"

namespace heddle {

/// What the banks of a table were asked, and what they held then, as its own outputs show. Which entries the
/// instructions ask for is what a queue of the coverage's own says, which gets the same instructions.
class RenamingTableCoverage final : public BlockCoverage {
 public:
  explicit RenamingTableCoverage(const RenamingTableConfig& config);
  void observe(PinValues in, PinValues out, bool rst_n) override;

 private:
  /// An entry that is mapped at this edge.
  struct Mapping {
    bool valid = false;
    unsigned row = 0;
    RegisterId reg = 0;
  };
  using Mappings = std::array<Mapping, RenameQueue::mapping_lanes>;

  void see_reset(const TableState& state, const QueueState& queue);
  Mappings mappings(const AllocatedRegisters& grant);
  void see_lookup(unsigned lane, unsigned row, const Mappings& maps);
  void see_release(unsigned bank, unsigned row, const Mappings& maps);
  void see_row(unsigned bank, unsigned row);
  void see_mapping(unsigned bank, const Mapping& mapping);
  bool mapped(unsigned bank, unsigned row) const;

  unsigned rows_, ports_;
  std::uint64_t none_ = 0;  // what counts nothing: a point that the ports exclude
  RenameQueueCoverage queue_;
  RenameQueue::Questions requested_{}, granted_{};  // at the edge before, and at the one before that
  MappedEntries shown_{}, all_entries_{};
  bool in_reset_ = true;
  std::vector<std::uint64_t*> found_, missed_, released_, refused_, mapped_, register_bit_;
  std::uint64_t &idle_, &every_bank_, &every_bank_maps_, &first_row_, &last_row_, &row_beyond_, &far_row_;
  std::uint64_t &released_unmapped_, &map_beyond_, &upper_bits_, &map_again_, &map_twice_, &read_and_map_;
  std::uint64_t &release_and_map_, &map_unmapped_released_, &full_, &register_0_, &emptied_;
  std::uint64_t &not_granted_, &granted_unasked_, &reset_, &reset_waiting_, &reset_requested_;
};

}  // namespace heddle
