// SPDX-License-Identifier: Apache-2.0
#include "models/warped_compression/thread_width_rows.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "models/base/error.hpp"

namespace heddle {

ThreadWidthRows::ThreadWidthRows(unsigned rows) : rows_(rows, all_bank_widest) {
  if (rows < fewest_width_rows || rows > most_width_rows)
    throw Error({.place = "thread width table",
                 .what = "number of rows out of range",
                 .value = fmt::format("{}", rows),
                 .legal = fmt::format("{} to {}", fewest_width_rows, most_width_rows)});
}

void ThreadWidthRows::write(unsigned row, std::uint16_t lanes, BankWidths widths) {
  if (row >= rows_.size()) return;
  const auto mask = static_cast<BankWidths>(width_mask(lanes));
  rows_[row] = (rows_[row] & ~mask) | (widths & mask);
}

void ThreadWidthRows::reset() { std::fill(rows_.begin(), rows_.end(), all_bank_widest); }

}  // namespace heddle
