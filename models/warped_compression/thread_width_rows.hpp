// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <vector>

#include "models/warped_compression/thread_bytes.hpp"

// The widths of the values beside one bank of a register file compressed thread by thread.

namespace heddle {

/// Lanes whose first bytes lie in one bank: 128 bits of a byte each.
inline constexpr unsigned bank_lanes = 16;
/// Rows of a bank: those of 1024 registers (Lee2015, Table 2: 4 KB of 128 bits), and of 64.
inline constexpr unsigned most_width_rows = 256, fewest_width_rows = 16;

/// The widths of sixteen threads: the lane of number i within the bank in bits 2i+1..2i.
using BankWidths = std::uint32_t;
inline constexpr BankWidths all_bank_widest = ~BankWidths{0};

/// Those beside bank 0 of a cluster (lanes 0..15) or bank 1 (lanes 16..31), of all widths of a register.
constexpr BankWidths widths_of_bank(ThreadWidths widths, unsigned bank) {
  return static_cast<BankWidths>(widths >> (2 * bank_lanes * bank));
}
/// All widths of a register, from those beside its banks 0 and 1.
constexpr ThreadWidths widths_of_register(BankWidths bank0, BankWidths bank1) {
  return bank0 | ThreadWidths{bank1} << (2 * bank_lanes);
}
/// Of all lanes of a register, those of bank 0 or 1.
constexpr std::uint16_t lanes_of_bank(LaneMask lanes, unsigned bank) {
  return static_cast<std::uint16_t>(lanes >> (bank_lanes * bank));
}

/// The state of a thread width table: the widths of sixteen threads a row.
class ThreadWidthRows {
 public:
  /// `rows`: fewest_width_rows to most_width_rows; throws Error otherwise.
  explicit ThreadWidthRows(unsigned rows);

  /// The widths of a row; all the widest when the bank does not have it.
  BankWidths read(unsigned row) const { return row < rows_.size() ? rows_[row] : all_bank_widest; }
  /// Writes the widths of `lanes`. A row that the bank does not have stays nobody's.
  void write(unsigned row, std::uint16_t lanes, BankWidths widths);
  /// As after power-on: all are the widest.
  void reset();

 private:
  std::vector<BankWidths> rows_;
};

}  // namespace heddle
