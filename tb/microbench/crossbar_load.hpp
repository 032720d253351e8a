// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <span>

#include "hw/memory/crossbar/crossbar_config.hpp"
#include "tb/microbench/load_curve.hpp"

namespace heddle {

/// Where packets go: each to an output that is drawn; those of input k all to output k; all to output 0.
enum class Traffic : std::uint8_t { uniform, permutation, hotspot };
constexpr auto names_of(Traffic) {
  return std::array{Named{Traffic::uniform, "uniform"}, Named{Traffic::permutation, "permutation"},
                    Named{Traffic::hotspot, "hotspot"}};
}

/// One direction of the crossbar alone, between sources whose queues have no end and sinks that take
/// everything at once.
struct CrossbarLoad {
  CrossbarConfig config{};
  unsigned inputs = 16, outputs = 16;
  unsigned packet_bytes = 32;  ///< with the header
  Traffic traffic = Traffic::uniform;
  std::uint64_t seed = 1;
  unsigned warm_up = 4000, measured = 20'000;  ///< cycles
};

/// Offers each input this share of a flit a cycle, in packets at random times. Returns the flits that left,
/// of one a cycle and input, and the mean cycles from the making of a packet until it has left, both over the
/// measured cycles.
LoadPoint measure(const CrossbarLoad& load, double offered);
LoadCurve measure(const CrossbarLoad& load, std::span<const double> offered);

}  // namespace heddle
