// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <vector>

#include "hw/memory/gddr5/dram_command.hpp"
#include "hw/memory/gddr5/gddr5_config.hpp"
#include "hw/sim/clock_domain.hpp"

namespace heddle {

/// The earliest cycle at which each command is allowed: a scheduler keeps one such cycle for each bank and
/// timing rule of its channel, and each command that it sends moves them forward.
class BankTiming {
 public:
  explicit BankTiming(const Gddr5Config& config)
      : c_(config), banks_(config.banks), group_from_(config.bank_groups, 0) {}

  bool open(unsigned bank) const { return banks_[bank].open; }
  std::uint64_t row(unsigned bank) const { return banks_[bank].row; }
  unsigned open_banks() const { return open_banks_; }

  /// The earliest cycle of a command by the timing alone; a refresh additionally needs closed banks.
  Cycle ready(DramOp op, unsigned bank) const {
    const Bank& b = banks_[bank];
    switch (op) {
      case DramOp::activate:
        return std::max(b.activate_from, activate_from_);
      case DramOp::precharge:
        return b.precharge_from;
      case DramOp::read:
        return std::max({b.column_from, read_from_, group_from_[c_.group_of(bank)]});
      case DramOp::write:
        return std::max({b.column_from, write_from_, group_from_[c_.group_of(bank)]});
      case DramOp::refresh:
        return refresh_from_;
    }
    return 0;
  }

  /// Does the data bus idle if the next read or write is sent at `now`?
  bool bus_idles(Cycle now) const { return now > column_ + std::max(c_.t_ccd, c_.t_ccdl); }

  void issue(DramOp op, unsigned bank, std::uint64_t row, Cycle now) {
    Bank& b = banks_[bank];
    switch (op) {
      case DramOp::activate:
        ++open_banks_;
        b = {true, row, now + c_.t_rc, now + c_.t_ras, now + c_.t_rcd};
        push(activate_from_, now + c_.t_rrd);
        push(refresh_from_, now + c_.t_rc);
        break;
      case DramOp::precharge:
        --open_banks_;
        b.open = false;
        push(b.activate_from, now + c_.t_rp);
        push(refresh_from_, now + c_.t_rp);
        break;
      case DramOp::read:
        column_ = now;
        push(b.precharge_from, now + c_.t_rtp);
        push(read_from_, now + c_.t_ccd);
        // The write's data may not come before the read's have left the bus and it was turned round.
        push(write_from_, std::max(now + c_.t_ccd, less(now + c_.t_cl + burst() + c_.t_rtw, c_.t_wl)));
        push(group_from_[c_.group_of(bank)], now + c_.t_ccdl);
        break;
      case DramOp::write:
        column_ = now;
        push(b.precharge_from, now + c_.t_wl + burst() + c_.t_wr);
        push(read_from_, std::max(now + c_.t_ccd, now + c_.t_wl + burst() + c_.t_cdlr));
        push(write_from_, now + c_.t_ccd);
        push(group_from_[c_.group_of(bank)], now + c_.t_ccdl);
        break;
      case DramOp::refresh:
        push(activate_from_, now + c_.t_rfc);
        push(refresh_from_, now + c_.t_rfc);
        break;
    }
  }

 private:
  struct Bank {
    bool open = false;
    std::uint64_t row = 0;
    Cycle activate_from = 0, precharge_from = 0, column_from = 0;
  };
  static void push(Cycle& from, Cycle to) { from = std::max(from, to); }
  static Cycle less(Cycle a, Cycle b) { return a > b ? a - b : 0; }
  unsigned burst() const { return c_.burst_cycles(); }

  const Gddr5Config c_;
  std::vector<Bank> banks_;
  std::vector<Cycle> group_from_;  // the next read or write of each bank group
  Cycle activate_from_ = 0, read_from_ = 0, write_from_ = 0, refresh_from_ = 0;
  Cycle column_ = 0;  // the last read or write
  unsigned open_banks_ = 0;
};

}  // namespace heddle
