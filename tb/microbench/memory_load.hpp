// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <span>

#include "hw/gpu/gpu_config.hpp"
#include "tb/microbench/load_curve.hpp"
#include "tb/microbench/traffic_source.hpp"

namespace heddle {

/// Which lines the sources read: random ones of half of the L2, which are there; random ones of 64 times the
/// L2; or all sources together a stream of lines, one after the other.
enum class ReadPattern : std::uint8_t { l2, dram, stream };
constexpr auto names_of(ReadPattern) {
  return std::array{Named{ReadPattern::l2, "l2"}, Named{ReadPattern::dram, "dram"},
                    Named{ReadPattern::stream, "stream"}};
}

/// Reads of 128 B by the sources of a DrivenMemory.
struct MemoryLoad {
  GpuConfig gpu{};
  TrafficSource::Config source{};
  unsigned warm_up = 5000, measured = 20'000;  ///< cycles of the SMs' clock
};

/// What the machine could give at most, in GB/s of data: at the L2's data ports, at the crossbar's ports on
/// the side of the L2 (whole lines with their headers), and at the DRAM's pins.
struct MemoryBounds {
  double l2_ports = 0, crossbar = 0, dram = 0;
  /// The least on the way of such reads.
  double least(ReadPattern pattern) const {
    const double l2 = std::min(l2_ports, crossbar);
    return pattern == ReadPattern::l2 ? l2 : std::min(l2, dram);
  }
};
MemoryBounds bounds_of(const GpuConfig& gpu);

/// For each pattern a curve: offered and accepted GB/s of data, and ns from the making of a read until its
/// answer. `shares`: of the least bound. One call a process.
std::vector<LoadCurve> measure(const MemoryLoad& load, std::span<const ReadPattern> patterns,
                               std::span<const double> shares);

}  // namespace heddle
