// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "hw/sim/block.hpp"
#include "models/base/parameter.hpp"
#include "models/warped_compression/thread_width_rows.hpp"

namespace heddle {

/// A row whose bytes are read at the same edge.
struct WidthRead {
  std::uint16_t row;
  bool operator==(const WidthRead&) const = default;
};

/// The widths of some lanes of a row.
struct WidthWrite {
  std::uint16_t row;
  std::uint16_t lanes;  ///< that are written
  BankWidths widths;
  bool operator==(const WidthWrite&) const = default;
};

/// Behind the edge that took the read.
struct WidthAnswer {
  BankWidths widths;
  bool operator==(const WidthAnswer&) const = default;
};

struct ThreadWidthTablePins : Pins {
  BeatIn<WidthRead> read{channels, "read"};
  BeatIn<WidthWrite> write{channels, "write"};
  BeatOut<WidthAnswer> answer{channels, "answer"};
};

struct ThreadWidthTableConfig {
  unsigned rows = most_width_rows;

  static constexpr auto parameters() {
    using C = ThreadWidthTableConfig;
    return std::tuple{parameter(&C::rows, "rows", "rows", fewest_width_rows, most_width_rows,
                                "Lee2015 Table 2", "of the bank, an entry of a warp register each")};
  }
};

/// The widths of the threads whose first bytes lie in one bank (the first alternative of Lee2015, section
/// 5.2): a memory that makes the bank 32 bits wider, with a read and a write port as the bank has. A read is
/// answered behind the next edge, with the row as it was before that edge. A row that was not written since
/// the reset says of all lanes that they are the widest.
class ThreadWidthTable final : public BlockWith<ThreadWidthTablePins> {
 public:
  using Config = ThreadWidthTableConfig;
  using PinsType = ThreadWidthTablePins;
  static constexpr const char* block_name = "thread_width_table";
  static unsigned settle(const Config&) { return 2; }

  ThreadWidthTable(sc_core::sc_module_name name, const Config& config)
      : BlockWith(name), rows_(config.rows) {}

  Cycle tick(Cycle now) override;

 private:
  ThreadWidthRows rows_;
};

}  // namespace heddle
