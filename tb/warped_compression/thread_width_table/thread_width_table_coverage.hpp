// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <bitset>
#include <cstdint>
#include <vector>

#include "hw/warped_compression/thread_width_table/thread_width_table.hpp"
#include "tb/cosim/coverage/block_coverage.hpp"

namespace heddle {

/// Which reads and writes a table was given, and what it held then, by the writes that were seen.
class ThreadWidthTableCoverage final : public BlockCoverage {
 public:
  explicit ThreadWidthTableCoverage(const ThreadWidthTableConfig& config);
  void observe(PinValues in, PinValues out, bool rst_n) override;

 private:
  void see_read(unsigned row, const Beat<WidthWrite>& write);
  void see_write(const WidthWrite& write);
  /// Does the row exist but for bits that are too many, and hold what was written?
  bool aliases(unsigned row) const;

  unsigned rows_;
  ThreadWidthRows held_;
  std::bitset<most_width_rows> written_;  ///< since the reset
  Beat<WidthRead> last_read_{};
  Beat<WidthWrite> last_write_{};
  bool in_reset_ = true;
  std::vector<std::uint64_t*> width_, narrow_lane_, row_bit_, alone_;
  std::uint64_t &idle_, &first_row_, &last_row_, &missed_, &read_beyond_, &read_alias_;
  std::uint64_t &reads_in_turn_, &same_read_, &behind_write_, &read_and_write_, &other_row_;
  std::uint64_t &all_lanes_, &no_lane_, &first_write_of_some_, &some_, &replaced_, &write_beyond_;
  std::uint64_t &write_alias_, &writes_in_turn_, &same_written_, &reset_;
};

}  // namespace heddle
