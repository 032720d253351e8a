// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "hw/memory/crossbar/crossbar_config.hpp"
#include "hw/memory/dram_config.hpp"
#include "hw/memory/l2/l2_config.hpp"
#include "hw/sim/clocking.hpp"
#include "hw/sm/types/sm_config.hpp"

namespace heddle {

/// The order in which the CTAs of a grid are dispatched: x first, then y, then z; the last one first; or a
/// fixed order in which neighbours are far apart. No result of a kernel may depend on it.
enum class CtaOrder : std::uint8_t { linear, reversed, scattered };
constexpr auto names_of(CtaOrder) {
  return std::array{Named{CtaOrder::linear, "linear"}, Named{CtaOrder::reversed, "reversed"},
                    Named{CtaOrder::scattered, "scattered"}};
}

/// A whole GPU; the files of configs/gpus set it.
struct GpuConfig {
  unsigned sms = 15;
  std::uint64_t core_mhz = 1400;
  std::uint64_t memory_mib = 1536;
  std::uint64_t no_progress_cycles = 1'000'000;
  std::uint64_t max_cycles = 0;
  bool skip_idle_cycles = true;
  CtaOrder cta_order = CtaOrder::linear;
  StallConfig stalls;
  SmConfig sm;
  CrossbarConfig icnt;
  L2Config l2;
  DramConfig dram;

  static constexpr auto parameters() {
    using C = GpuConfig;
    return std::tuple{
        parameter(&C::sms, "sms", "SMs", 1u, 512u, "Lee2015 Table 2", "streaming multiprocessors"),
        parameter(&C::core_mhz, "core_mhz", "MHz", 1u, 10'000u, "Lee2015 Table 2", "clock of the SMs"),
        parameter(&C::memory_mib, "memory_mib", "MiB", 1u, 1'048'576u, "GTX 480: 1536 MB",
                  "device memory; the simulation holds only what is touched of it"),
        parameter(&C::no_progress_cycles, "no_progress_cycles", "cycles", 1'000u, 1'000'000'000u,
                  "modelling choice",
                  "a launch fails when it issues nothing and receives nothing from memory for this long"),
        parameter(&C::max_cycles, "max_cycles", "cycles", 0u, 1'000'000'000'000u, "modelling choice",
                  "limit on the cycles of a launch; 0 = no limit"),
        parameter(&C::skip_idle_cycles, "skip_idle_cycles", "modelling choice",
                  "skip cycles in which nothing happens; results do not depend on it"),
        parameter(&C::cta_order, "cta_order", "NVIDIA does not say; x first is what GPGPU-Sim takes",
                  "order in which CTAs are dispatched to SMs; results do not depend on it"),
        section(&C::stalls, "stalls", "random stalls at every latch; results do not depend on them"),
        section(&C::sm, "sm", "one streaming multiprocessor"),
        section(&C::icnt, "icnt", "crossbars between SMs and L2"),
        section(&C::l2, "l2", "a slice of the L2 cache, of which each DRAM channel has one"),
        section(&C::dram, "dram", "memory controllers and GDDR5")};
  }

  Clocking clocking() const { return {skip_idle_cycles, stalls}; }
  /// Femtoseconds of a core cycle, rounded to the nearest.
  std::uint64_t core_period_fs() const { return (1'000'000'000 + core_mhz / 2) / core_mhz; }
};

}  // namespace heddle
