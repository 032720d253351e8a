#include "hw/memory/dram_channel.hpp"

#include <algorithm>

namespace heddle {

DramPlace dram_place(const DramConfig& config, std::uint64_t address) {
  const std::uint64_t chunk = address / config.interleave;
  const std::uint64_t in_channel = chunk / config.channels * config.interleave + address % config.interleave;
  const std::uint64_t row = in_channel / config.row_bytes;  // counted over all banks
  return {static_cast<unsigned>(chunk % config.channels), static_cast<unsigned>(row % config.banks),
          row / config.banks};
}

DramAccess DramChannel::schedule(Cycle arrival, unsigned bank_index, std::uint64_t row, unsigned bursts,
                                 bool write) {
  Bank& bank = banks_[bank_index];
  DramAccess access{};
  access.row = !bank.open ? RowState::closed : bank.row == row ? RowState::hit : RowState::conflict;
  if (access.row != RowState::hit) {
    Cycle activate = std::max({arrival, bank.activate_from, activate_from_});
    if (bank.open) activate = std::max(activate, std::max(arrival, bank.precharge_from) + config_.t_rp);
    bank = {.open = true,
            .row = row,
            .activate_from = activate + config_.t_rc,
            .precharge_from = activate + config_.t_ras,
            .column_from = activate + config_.t_rcd};
    activate_from_ = activate + config_.t_rrd;
  }

  const Cycle delay = write ? config_.t_wl : config_.t_cl;
  const Cycle column_from = std::max({arrival, bank.column_from, write ? 0 : read_from_});
  const Cycle bus_from = bus_from_ + (write && last_was_read_ ? config_.t_rtw : 0);
  access.data = std::max(column_from + delay, bus_from);
  access.column = access.data - delay;
  access.end = access.data + bursts * config_.burst_cycles;

  const Cycle last_column = access.column + (bursts - 1) * config_.burst_cycles;
  bank.precharge_from =
      std::max(bank.precharge_from, write ? access.end + config_.t_wr : last_column + config_.t_rtp);
  if (write) read_from_ = access.end + config_.t_cdlr;
  bus_from_ = access.end;
  last_was_read_ = !write;
  return access;
}

}  // namespace heddle
