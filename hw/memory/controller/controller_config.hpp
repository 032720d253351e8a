// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <fmt/format.h>

#include "models/base/error.hpp"
#include "models/base/parameter.hpp"

namespace heddle {

/// The scheduler of one DRAM channel. Cycles are those of the DRAM's command clock.
struct ControllerConfig {
  unsigned inbox = 64;
  unsigned transit = 116;
  unsigned latency = 132;
  unsigned read_queue = 64;
  unsigned write_queue = 64;
  unsigned write_high = 56;
  unsigned write_low = 32;
  bool one_queue = false;
  bool shared_queues = false;
  unsigned starvation_limit = 1000;
  bool check_protocol = false;

  static constexpr auto parameters() {
    using C = ControllerConfig;
    constexpr auto gpgpu = "GPGPU-Sim's SM2_GTX480";
    return std::tuple{
        parameter(&C::inbox, "inbox", "requests", 1, 4096, gpgpu, "Requests that wait at the entrance"),
        parameter(&C::transit, "transit", "requests", 1, 4096, "GPGPU-Sim's SM2_GTX480: return queue",
                  "Requests on their way from the entrance to the queues"),
        parameter(&C::latency, "latency", "cycles", 0, 10'000,
                  "GPGPU-Sim's SM2_GTX480: DRAM latency of 100 cycles of 700 MHz",
                  "Latency from a request's arrival to its entry into a queue")
            .calibration(),
        parameter(&C::read_queue, "read_queue", "requests", 1, 4096, gpgpu,
                  "Reads that the scheduler sees, until their last command"),
        parameter(&C::write_queue, "write_queue", "requests", 1, 4096, gpgpu,
                  "Writes that the scheduler sees, until their last command"),
        parameter(&C::write_high, "write_high", "requests", 1, 4096, gpgpu,
                  "High watermark: with so many queued writes the scheduler turns from reads to writes"),
        parameter(&C::write_low, "write_low", "requests", 0, 4095, gpgpu,
                  "Low watermark: with so few queued writes the scheduler turns back to reads"),
        parameter(&C::one_queue, "one_queue",
                  "modelling choice; GPGPU-Sim 3.2.1 has one queue, FR-FCFS over reads and writes alike",
                  "Reads and writes share the entries of the read queue, and are scheduled alike, without a "
                  "write drain"),
        parameter(&C::shared_queues, "shared_queues",
                  "modelling choice; GPGPU-Sim 3.2.1 has a queue of 16 for 64 bits",
                  "The channels of a controller share the entries of its queues"),
        parameter(&C::starvation_limit, "starvation_limit", "cycles", 1, 1'000'000, "modelling choice",
                  "A request queued for so long goes before younger ones to the open row, and a write before "
                  "reads"),
        parameter(&C::check_protocol, "check_protocol", "modelling choice",
                  "Watch each DRAM command and fail on a violation of the device's timing"),
    };
  }

  /// Throws Error for watermarks in the wrong order.
  void validate() const {
    if (write_low >= write_high || write_high > write_queue)
      throw Error({.what = "write_low must be below write_high, and that within write_queue",
                   .value = fmt::format("{}, {}, {}", write_low, write_high, write_queue)});
  }
};

}  // namespace heddle
