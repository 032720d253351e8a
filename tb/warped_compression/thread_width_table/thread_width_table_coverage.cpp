// SPDX-License-Identifier: Apache-2.0
#include "tb/warped_compression/thread_width_table/thread_width_table_coverage.hpp"

#include <bit>

namespace heddle {
namespace {

constexpr std::uint16_t every_lane = 0xffff;

const Arises never_beyond = never_in_system("the banks have as many rows as the table");

}  // namespace

ThreadWidthTableCoverage::ThreadWidthTableCoverage(const ThreadWidthTableConfig& config)
    : rows_(config.rows),
      held_(config.rows),
      width_(coverage.points("a lane of width {} read", 0, widest_thread)),
      narrow_lane_(coverage.points("lane {} read, the only one that is narrow", 0, bank_lanes - 1)),
      row_bit_(coverage.points("a row read that was written and has bit {}", 0,
                               static_cast<unsigned>(std::bit_width(config.rows - 1)) - 1)),
      alone_(coverage.points("lane {} written alone", 0, bank_lanes - 1)),
      idle_(coverage.point("nothing to do")),
      first_row_(coverage.point("the first row read, which was written")),
      last_row_(coverage.point("the last row read, which was written")),
      missed_(coverage.point("a row read that was not written since the reset",
                             by_chance("a kernel reads a register that it has not written"))),
      read_beyond_(coverage.point("the row behind the last read", never_beyond)),
      read_alias_(coverage.point("a row read that differs by its upper bits from one that was written",
                                 never_beyond)),
      reads_in_turn_(coverage.point("reads at two edges in turn")),
      same_read_(coverage.point("a row read at two edges in turn")),
      behind_write_(coverage.point("a row read behind the edge that wrote it")),
      read_and_write_(
          coverage.point("a row read and written at one edge",
                         never_in_system("the scoreboard keeps readers from a register that is written"))),
      other_row_(coverage.point("a row read and another written at one edge")),
      all_lanes_(coverage.point("all lanes written")),
      no_lane_(coverage.point("no lane written",
                              never_in_system("a bank without a lane to be written is not accessed"))),
      first_write_of_some_(coverage.point("some lanes of a row written, the first since the reset")),
      some_(coverage.point("some lanes of a row written that was written")),
      replaced_(coverage.point("all lanes of a row written that was written")),
      write_beyond_(coverage.point("the row behind the last written", never_beyond)),
      write_alias_(coverage.point("a row written that differs by its upper bits from one that was written",
                                  never_beyond)),
      writes_in_turn_(coverage.point("writes at two edges in turn")),
      same_written_(
          coverage.point("a row written at two edges in turn",
                         never_in_system("the scoreboard lets one write to a register be under way"))),
      reset_(coverage.point("reset while rows are written", only_a_bench_resets())) {}

bool ThreadWidthTableCoverage::aliases(unsigned row) const {
  const unsigned lower = row & (std::bit_ceil(rows_) - 1);
  return row >= rows_ && lower < rows_ && written_[lower];
}

void ThreadWidthTableCoverage::observe(PinValues in, PinValues, bool rst_n) {
  if (!rst_n) {
    if (!in_reset_) reset_ += written_.any();
    in_reset_ = true;
    written_.reset();
    held_.reset();
    last_read_ = {};
    last_write_ = {};
    return;
  }
  in_reset_ = false;
  const auto& read = *reinterpret_cast<const Beat<WidthRead>*>(in[0]);
  const auto& write = *reinterpret_cast<const Beat<WidthWrite>*>(in[1]);
  idle_ += !read.valid && !write.valid;
  if (read.valid) see_read(read.payload.row, write);
  if (write.valid) see_write(write.payload);
  last_read_ = read;
  last_write_ = write;
}

void ThreadWidthTableCoverage::see_read(unsigned row, const Beat<WidthWrite>& write) {
  read_beyond_ += row == rows_;
  read_alias_ += aliases(row);
  reads_in_turn_ += last_read_.valid;
  if (row >= rows_) return;
  same_read_ += last_read_.valid && last_read_.payload.row == row;
  behind_write_ += last_write_.valid && last_write_.payload.row == row;
  (write.payload.row == row ? read_and_write_ : other_row_) += write.valid;
  missed_ += !written_[row];
  if (!written_[row]) return;
  first_row_ += row == 0;
  last_row_ += row == rows_ - 1;
  for (unsigned bit = 0; bit < row_bit_.size(); ++bit) *row_bit_[bit] += row >> bit & 1;
  const BankWidths widths = held_.read(row);
  for (unsigned lane = 0; lane < bank_lanes; ++lane) {
    ++*width_[thread_width(widths, lane)];
    *narrow_lane_[lane] += (widths | width_mask(1u << lane)) == all_bank_widest && widths != all_bank_widest;
  }
}

void ThreadWidthTableCoverage::see_write(const WidthWrite& write) {
  write_beyond_ += write.row == rows_;
  write_alias_ += aliases(write.row);
  writes_in_turn_ += last_write_.valid;
  if (write.row >= rows_) return;
  same_written_ += last_write_.valid && last_write_.payload.row == write.row;
  all_lanes_ += write.lanes == every_lane;
  no_lane_ += write.lanes == 0;
  if (std::has_single_bit(write.lanes)) ++*alone_[static_cast<unsigned>(std::countr_zero(write.lanes))];
  const bool some = write.lanes != 0 && write.lanes != every_lane;
  first_write_of_some_ += some && !written_[write.row];
  some_ += some && written_[write.row];
  replaced_ += write.lanes == every_lane && written_[write.row];
  held_.write(write.row, write.lanes, write.widths);
  written_.set(write.row);
}

}  // namespace heddle
