#pragma once

#include <bit>
#include <cstdint>

#include "models/base/error.hpp"
#include "models/base/parameter.hpp"

namespace heddle {

/// A GDDR5 memory behind a fixed-latency interconnect. All times are cycles of the DRAM's command clock.
struct DramConfig {
  std::uint64_t clock_mhz = 924;
  unsigned channels = 12;
  unsigned interleave = 256;
  unsigned banks = 16;
  unsigned row_bytes = 2048;
  unsigned queue_depth = 16;
  unsigned inbox_depth = 64;
  unsigned request_latency = 50;
  unsigned response_latency = 50;
  unsigned burst_cycles = 2;
  unsigned t_cl = 12, t_rp = 12, t_rc = 40, t_ras = 28, t_rcd = 12, t_rrd = 6, t_cdlr = 5, t_wr = 12;
  unsigned t_wl = 4, t_rtp = 2, t_rtw = 2;

  static constexpr auto parameters() {
    using C = DramConfig;
    constexpr auto table = "Vijaykumar2015 Table 1";
    constexpr auto hynix = "Hynix H5GQ1H24AFR, as in GPGPU-Sim's SM2_GTX480";
    constexpr auto split = "GPGPU-Sim's SM2_GTX480: DRAM latency 100, halved";
    constexpr unsigned most = 1000;
    return std::tuple{
        parameter(&C::clock_mhz, "clock_mhz", "MHz", 1, 10'000, "177.4 GB/s of Vijaykumar2015 Table 1",
                  "Command clock; data move at four times this rate on each pin"),
        parameter(&C::channels, "channels", "", 1, 64, "Vijaykumar2015 Table 1: 6 controllers of 64 bit",
                  "Independent channels of 32 bit"),
        parameter(&C::interleave, "interleave", "B", 128, 65'536,
                  "GPGPU-Sim's SM2_GTX480: channel from bit 8",
                  "Consecutive bytes that lie in one channel; a power of two"),
        parameter(&C::banks, "banks", "", 1, 64, table, "Banks of a channel"),
        parameter(&C::row_bytes, "row_bytes", "B", 128, 65'536, "Hynix H5GQ1H24AFR, x32",
                  "Bytes of an open row; a power of two, not less than the interleave"),
        parameter(&C::queue_depth, "queue_depth", "requests", 1, 4096, "GPGPU-Sim's SM2_GTX480",
                  "Requests in a channel's controller, until their data have moved"),
        parameter(&C::inbox_depth, "inbox_depth", "requests", 1, 4096, "covers the latency at full rate",
                  "Requests of one initiator on their way to a channel"),
        parameter(&C::request_latency, "request_latency", "cycles", 0, 10'000, split,
                  "From the first edge after a request to its channel's queue")
            .calibration(),
        parameter(&C::response_latency, "response_latency", "cycles", 0, 10'000, split,
                  "From the end of the data to the response")
            .calibration(),
        parameter(&C::burst_cycles, "burst_cycles", "cycles", 1, 64, "8 beats at quad data rate on 32 bit",
                  "Data bus time of 32 B, and the distance of column commands"),
        parameter(&C::t_cl, "t_cl", "cycles", 1, most, table, "Read command to first data"),
        parameter(&C::t_rp, "t_rp", "cycles", 0, most, table, "Precharge to activate, same bank"),
        parameter(&C::t_rc, "t_rc", "cycles", 0, most, table, "Activate to activate, same bank"),
        parameter(&C::t_ras, "t_ras", "cycles", 0, most, table, "Activate to precharge, same bank"),
        parameter(&C::t_rcd, "t_rcd", "cycles", 0, most, table, "Activate to column command, same bank"),
        parameter(&C::t_rrd, "t_rrd", "cycles", 0, most, table, "Activate to activate, same channel"),
        parameter(&C::t_cdlr, "t_cdlr", "cycles", 0, most, table, "Last write data to read command"),
        parameter(&C::t_wr, "t_wr", "cycles", 0, most, table, "Last write data to precharge, same bank"),
        parameter(&C::t_wl, "t_wl", "cycles", 1, most, hynix, "Write command to first data"),
        parameter(&C::t_rtp, "t_rtp", "cycles", 0, most, hynix, "Last read command to precharge, same bank"),
        parameter(&C::t_rtw, "t_rtw", "cycles", 0, most, "GPGPU-Sim's formula for RTW",
                  "Data bus idle between read data and write data"),
    };
  }

  /// Femtoseconds of one cycle, rounded to the nearest.
  std::uint64_t period_fs() const { return (1'000'000'000 + clock_mhz / 2) / clock_mhz; }

  /// Throws Error for an interleave or row size that does not split addresses into bit fields.
  void validate() const {
    if (!std::has_single_bit(interleave))
      throw Error({.what = "interleave must be a power of two", .value = std::to_string(interleave)});
    if (!std::has_single_bit(row_bytes) || row_bytes < interleave)
      throw Error({.what = "row_bytes must be a power of two and hold an interleave",
                   .value = std::to_string(row_bytes),
                   .legal = std::to_string(interleave) + ", or a larger power of two"});
  }
};

}  // namespace heddle
