// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <tuple>

#include "models/base/parameter.hpp"

namespace heddle {

/// Random stalls: in each cycle, every latch that can wait for its reader is held with this probability, on
/// top of what holds it anyway. Stalls last 1, 4, 16 or 64 cycles: short ones reorder neighbours, long ones
/// fill the queues behind them. A stall costs time and may change nothing else, so that runs with stalls of
/// different seeds must agree in every result: the metamorphic test of all handshakes between the blocks.
struct StallConfig {
  unsigned percent = 0;
  std::uint64_t seed = 1;

  static constexpr auto parameters() {
    using C = StallConfig;
    return std::tuple{parameter(&C::percent, "percent", "%", 0u, 90u, "modelling choice",
                                "probability that a latch is held in a cycle; 0 = no stalls"),
                      parameter(&C::seed, "seed", "", 0u, ~std::uint64_t{0} >> 1, "modelling choice",
                                "seed of the random stalls")};
  }
};

/// How a clock domain runs its modules.
struct Clocking {
  bool skipping = true;  ///< skips cycles in which no module is due; nothing observable depends on it
  StallConfig stalls{};

  // Implicit from a bool, for a clock domain without stalls.
  Clocking(bool skips = true, const StallConfig& with = {}) : skipping(skips), stalls(with) {}

  /// Is latch `latch` of module `module` held in cycle `cycle`? A function of these and the seed alone, so
  /// that the answer does not depend on which cycles are skipped. The length of a latch's stalls is drawn
  /// anew every 256 cycles; within these, each interval of that length is held or not.
  bool holds(std::uint64_t module, unsigned latch, std::uint64_t cycle) const {
    const std::uint64_t key = stalls.seed + (module * 64 + latch) * 0xd1342543de82ef95u;
    const unsigned shift = 2 * (mix(key - (cycle >> 8)) & 3);
    return mix(key + ((cycle >> shift) * 4 + shift / 2) * 0x9e3779b97f4a7c15u) % 100 < stalls.percent;
  }

 private:
  static constexpr std::uint64_t mix(std::uint64_t x) {
    x = (x ^ x >> 32) * 0xd6e8feb86659fd93u;
    x = (x ^ x >> 32) * 0xd6e8feb86659fd93u;
    return x >> 32;
  }
};

}  // namespace heddle
