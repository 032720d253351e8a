// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <fmt/format.h>

#include <array>

#include "models/base/error.hpp"
#include "models/base/parameter.hpp"

namespace heddle {

/// The queues of an input: one FIFO, which has head-of-line blocking; or virtual output queues, one for each
/// output.
enum class InputQueues : std::uint8_t { fifo, virtual_output };
constexpr auto names_of(InputQueues) {
  return std::array{Named{InputQueues::fifo, "fifo"}, Named{InputQueues::virtual_output, "virtual_output"}};
}

/// The interconnect between SMs and L2 slices. Cycles are its own.
struct CrossbarConfig {
  std::uint64_t mhz = 1400;
  unsigned flit_bytes = 32;
  unsigned header_bytes = 8;
  unsigned latency = 5;
  unsigned input_flits = 64;
  unsigned output_flits = 64;
  InputQueues queues = InputQueues::virtual_output;
  unsigned iterations = 1;
  unsigned speedup = 1;
  unsigned slices_per_port = 1;

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
        parameter(&C::output_flits, "output_flits", "flits", 1u, 65'536u, gtx480, "buffer of an output port"),
        parameter(&C::queues, "queues",
                  "McKeown, IEEE/ACM Transactions on Networking 7(2), 1999: virtual output queues reach full "
                  "throughput; FIFOs 58.6 % (Karol, Hluchyj, Morgan 1987)",
                  "queues of an input port, which share its buffer"),
        parameter(&C::iterations, "iterations", "", 1u, 8u, "GPGPU-Sim's SM2_GTX480: alloc_iters 1",
                  "iterations of iSLIP in a cycle of the switch; more than one matter with virtual output "
                  "queues only"),
        parameter(
            &C::speedup, "speedup", "", 1u, 4u,
            "modelling choice; GPGPU-Sim's SM2_GTX480 has internal_speedup 2, its version 3.2.1 has 1",
            "internal speedup: cycles of the switch in a cycle of its links; in each of either an input "
            "and an output move a flit"),
        parameter(&C::slices_per_port, "slices_per_port", "", 1u, 8u,
                  "modelling choice; in GPGPU-Sim 3.2.1 a memory controller has one port",
                  "neighbouring L2 slices that share a port of the crossbar")};
  }

  /// Ports on the side of the L2. Throws Error when the slices do not fill them.
  unsigned ports(unsigned slices) const {
    if (slices % slices_per_port != 0)
      throw Error({.place = "icnt",
                   .what = "the ports of the crossbar must have as many L2 slices each",
                   .value = fmt::format("{} slices", slices),
                   .legal = fmt::format("a multiple of {}", slices_per_port),
                   .key = "slices_per_port"});
    return slices / slices_per_port;
  }

  /// Femtoseconds of one cycle, rounded to the nearest.
  std::uint64_t period_fs() const { return (1'000'000'000 + mhz / 2) / mhz; }
};

}  // namespace heddle
