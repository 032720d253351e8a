// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <fmt/format.h>

#include <bit>
#include <cstdint>

#include "models/base/error.hpp"
#include "models/base/parameter.hpp"

namespace heddle {

/// A GDDR5 channel: organisation and timing. All times are cycles of the command clock, minimum distances
/// between the starts of two commands unless said otherwise. The bank group of a bank is in its low bits.
/// Limits on four or more activates (tFAW, t32AW) are left out: tRRD keeps them longer apart anyway.
struct Gddr5Config {
  std::uint64_t clock_mhz = 924;
  unsigned bus_bits = 32;
  unsigned burst_length = 8;
  unsigned banks = 16;
  unsigned bank_groups = 4;
  unsigned row_bytes = 2048;
  unsigned t_cl = 12, t_rp = 12, t_rc = 40, t_ras = 28, t_rcd = 12, t_rrd = 6, t_cdlr = 5, t_wr = 12;
  unsigned t_wl = 4, t_ccd = 2, t_ccdl = 3, t_rtp = 2, t_rtw = 2;
  bool refresh = false;
  unsigned t_refi = 7210, t_rfc = 61;

  static constexpr unsigned beats_per_cycle = 4;  ///< quad data rate

  static constexpr auto parameters() {
    using C = Gddr5Config;
    constexpr auto table = "Vijaykumar2015 Table 1";
    constexpr auto gpgpu = "Hynix H5GQ1H24AFR, as in GPGPU-Sim's SM2_GTX480";
    constexpr auto device = "Hynix H5GQ1H24AFR, x32: 1 Gbit";
    constexpr auto periodic = "DRAMsim3's GDDR5_1Gb_x32: 11699 and 98 cycles of 0.667 ns";
    constexpr unsigned most = 1000;
    return std::tuple{
        parameter(&C::clock_mhz, "clock_mhz", "MHz", 1, 10'000, "177.4 GB/s of Vijaykumar2015 Table 1",
                  "Command clock; data move at four times this rate on each pin"),
        parameter(&C::bus_bits, "bus_bits", "bit", 8, 128, "GPGPU-Sim's SM2_GTX480: 4 B a device",
                  "Data pins of a channel"),
        parameter(&C::burst_length, "burst_length", "beats", 4, 32, "GPGPU-Sim's SM2_GTX480",
                  "Beats of a burst; with the pins it makes the access granularity"),
        parameter(&C::banks, "banks", "", 1, 64, table, "Banks of a channel"),
        parameter(&C::bank_groups, "bank_groups", "", 1, 16, gpgpu, "Bank groups; 1: none"),
        parameter(&C::row_bytes, "row_bytes", "B", 128, 65'536, device, "Bytes of an open row"),
        parameter(&C::t_cl, "t_cl", "cycles", 1, most, table, "Read command to first data"),
        parameter(&C::t_rp, "t_rp", "cycles", 0, most, table, "Precharge to activate, same bank"),
        parameter(&C::t_rc, "t_rc", "cycles", 0, most, table, "Activate to activate, same bank"),
        parameter(&C::t_ras, "t_ras", "cycles", 0, most, table, "Activate to precharge, same bank"),
        parameter(&C::t_rcd, "t_rcd", "cycles", 0, most, table, "Activate to read or write, same bank"),
        parameter(&C::t_rrd, "t_rrd", "cycles", 0, most, table, "Activate to activate, any banks"),
        parameter(&C::t_cdlr, "t_cdlr", "cycles", 0, most, table, "Last write data to read (tWTR)"),
        parameter(&C::t_wr, "t_wr", "cycles", 0, most, table, "Last write data to precharge, same bank"),
        parameter(&C::t_wl, "t_wl", "cycles", 1, most, gpgpu, "Write command to first data"),
        parameter(&C::t_ccd, "t_ccd", "cycles", 1, most, gpgpu, "Read or write to read or write"),
        parameter(&C::t_ccdl, "t_ccdl", "cycles", 0, most, gpgpu,
                  "Read or write to read or write, same bank group"),
        parameter(&C::t_rtp, "t_rtp", "cycles", 0, most, gpgpu, "Read to precharge, same bank"),
        parameter(&C::t_rtw, "t_rtw", "cycles", 0, most, "GPGPU-Sim's formula for RTW",
                  "Data bus idle between read data and write data"),
        parameter(&C::refresh, "refresh", "GPGPU-Sim's SM2_GTX480 has none", "Are rows refreshed?"),
        parameter(&C::t_refi, "t_refi", "cycles", 100, 1'000'000, periodic, "Mean distance of refreshes"),
        parameter(&C::t_rfc, "t_rfc", "cycles", 0, 10'000, periodic, "Refresh to any command"),
    };
  }

  /// Femtoseconds of a command cycle, rounded to the nearest.
  std::uint64_t period_fs() const { return (1'000'000'000 + clock_mhz / 2) / clock_mhz; }
  /// Access granularity: bytes that one read or write command moves.
  constexpr unsigned burst_bytes() const { return bus_bits / 8 * burst_length; }
  /// Data bus time of a burst.
  constexpr unsigned burst_cycles() const { return burst_length / beats_per_cycle; }
  /// Of one channel, in GB/s.
  double peak_bandwidth() const {
    return 1e6 * burst_bytes() / burst_cycles() / static_cast<double>(period_fs());
  }
  unsigned group_of(unsigned bank) const { return bank % bank_groups; }

  /// Throws Error for sizes that do not split addresses into bit fields, and for bursts that would overlap.
  void validate() const {
    const auto power = [](const char* name, unsigned value) {
      if (!std::has_single_bit(value))
        throw Error({.what = fmt::format("{} must be a power of two", name),
                     .value = std::to_string(value),
                     .key = name});
    };
    power("bus_bits", bus_bits);
    power("burst_length", burst_length);
    power("banks", banks);
    power("bank_groups", bank_groups);
    power("row_bytes", row_bytes);
    if (bank_groups > banks)
      throw Error({.what = "there are more bank_groups than banks",
                   .value = std::to_string(bank_groups),
                   .legal = fmt::format("1 .. {}", banks),
                   .key = "bank_groups"});
    if (burst_bytes() < 32 || burst_bytes() > 128)
      throw Error({.what = "bus_bits and burst_length must make bursts of 32 to 128 B",
                   .value = fmt::format("{} B", burst_bytes())});
    if (t_ccd < burst_cycles())
      throw Error({.what = "t_ccd must not be less than a burst's time on the data bus",
                   .value = std::to_string(t_ccd),
                   .legal = fmt::format("{}, or more", burst_cycles())});
    if (refresh && t_rfc + t_rc >= t_refi)
      throw Error({.what = "refreshes must leave time between them",
                   .value = fmt::format("t_refi {}", t_refi),
                   .legal = fmt::format("more than t_rfc + t_rc = {}", t_rfc + t_rc)});
  }
};

}  // namespace heddle
