#pragma once

#include "models/base/parameter.hpp"

namespace heddle {

/// The interconnect between SMs and L2 slices. Cycles are its own.
struct CrossbarConfig {
  std::uint64_t mhz = 1400;
  unsigned flit_bytes = 32;
  unsigned header_bytes = 8;
  unsigned latency = 5;
  unsigned input_flits = 64;
  unsigned output_flits = 64;

  static constexpr auto parameters() {
    using C = CrossbarConfig;
    constexpr auto gtx480 = "GPGPU-Sim's SM2_GTX480: one virtual channel of 64 flits";
    return std::tuple{
        parameter(&C::mhz, "mhz", "MHz", 1u, 10'000u, "Vijaykumar2015 Table 1: 1.4 GHz",
                  "clock of the interconnect"),
        parameter(&C::flit_bytes, "flit_bytes", "B", 1u, 1024u,
                  "modelling choice: a burst; GPGPU-Sim's SM2_GTX480 has 40 B at 700 MHz",
                  "bytes that a port moves in a cycle"),
        parameter(&C::header_bytes, "header_bytes", "B", 1u, 128u, "GPGPU-Sim: 8 B of control a packet",
                  "bytes of a packet's header (address and command)"),
        parameter(&C::latency, "latency", "cycles", 1u, 1000u,
                  "GPGPU-Sim's SM2_GTX480: channel in 1, VC allocation 1, switch allocation 1, traversal 1, "
                  "channel out 1",
                  "latency from the entry of a packet until its first flit may cross")
            .calibration(),
        parameter(&C::input_flits, "input_flits", "flits", 1u, 65'536u, gtx480, "buffer of an input port"),
        parameter(&C::output_flits, "output_flits", "flits", 1u, 65'536u, gtx480,
                  "buffer of an output port")};
  }

  /// Femtoseconds of one cycle, rounded to the nearest.
  std::uint64_t period_fs() const { return (1'000'000'000 + mhz / 2) / mhz; }
};

}  // namespace heddle
