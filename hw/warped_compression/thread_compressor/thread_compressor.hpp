// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "hw/sim/feed_forward.hpp"
#include "hw/warped_compression/thread_pins.hpp"
#include "models/base/parameter.hpp"

namespace heddle {

struct ThreadCompressorConfig {
  unsigned latency = 2;

  static constexpr auto parameters() {
    using C = ThreadCompressorConfig;
    return std::tuple{parameter(&C::latency, "latency", "cycles", 1u, 16u, "as bdi_compressor",
                                "edges from a register to its compressed form")};
  }
};

/// Compresses the value of each thread separately, one warp register a cycle (the first alternative of
/// Lee2015 section 5.2): how many low bytes restore it by sign extension, and those bytes side by side.
class ThreadCompressor final : public FeedForward<ThreadValues, SlicedRegister> {
 public:
  using Config = ThreadCompressorConfig;
  using PinsType = FeedForwardPins<ThreadValues, SlicedRegister>;
  static constexpr const char* block_name = "thread_compressor";
  static unsigned settle(const Config& config) { return config.latency + 1; }

  ThreadCompressor(sc_core::sc_module_name name, const Config& config) : FeedForward(name, config.latency) {}

 private:
  SlicedRegister compute(const ThreadValues& request) override;
};

}  // namespace heddle
