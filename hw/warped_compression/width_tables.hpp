// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <deque>
#include <memory>
#include <string>

#include "hw/sim/feed_forward_unit.hpp"
#include "hw/sim/wire.hpp"
#include "hw/sm/hooks/sm_technique.hpp"
#include "hw/warped_compression/thread_decompressor/thread_decompressor.hpp"
#include "hw/warped_compression/thread_width_table/thread_width_table.hpp"
#include "models/register_file/register_banks.hpp"

namespace heddle {

/// The widths of all threads of an SM's registers: a thread width table beside the banks 0 and 1 of each
/// cluster, which hold the first bytes of lanes 0..15 and 16..31. A cluster reads one register in a cycle,
/// which has bytes in both; these have a write port each, so that of two registers some lanes can be written
/// at once.
///
/// The tables are read at the edge at which the banks are: the grants of the bank arbiter select the row
/// between two edges. Their answers stand beside the register at the end of the banks, as the widths of the
/// decompressor's request.
class WidthTables final : public sc_core::sc_module {
 public:
  using Decompressor = FeedForwardUnit<ThreadDecompressor>;

  WidthTables(sc_core::sc_module_name name, const SmTechniqueParts& parts);

  void attach(const SmStations& stations);
  bool busy() const { return written_ != 0; }
  /// First call of each cycle.
  void begin_cycle();
  /// In this cycle cluster c reads these bytes: with the widths they become a decompressor's request.
  void start_read(unsigned cluster, const WarpRegister& bytes, Decompressor& decompressor);
  /// The banks of these lanes are written in this cycle; the tables follow at the next edge, and whoever
  /// waits for the register reads it two edges later or more.
  void write(RegisterId r, LaneMask lanes, ThreadWidths widths);
  /// What the tables hold behind all writes, for those who check.
  ThreadWidths peek(RegisterId r) const;

 private:
  static constexpr unsigned halves = 2;  ///< of a register, a bank each
  struct Table {
    Wire<Beat<WidthRead>> read;
    Wire<Beat<WidthWrite>> write;
    Wire<Beat<WidthAnswer>> answer;
    std::unique_ptr<BlockWith<ThreadWidthTablePins>> block;
    ThreadWidthRows mirror;  ///< what it holds, by the model, for `peek` alone
    Table(const std::string& name, unsigned rows, const SmTechniqueParts& parts);
  };

  void end_of_elaboration() override;
  void between_edges();
  void complete_requests();
  void select_rows();

  std::deque<Table> tables_;  ///< of bank b of cluster c: 2c + b
  const OperandCollectors* collectors_ = nullptr;
  const BankPorts* ports_ = nullptr;
  sc_core::sc_event read_;
  std::array<Decompressor*, clusters> reading_{};  ///< whose requests wait for their widths
  unsigned written_ = 0;                           ///< tables with a write on their pins, a bit each
};

}  // namespace heddle
