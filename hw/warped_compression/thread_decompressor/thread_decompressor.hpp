// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "hw/sim/feed_forward.hpp"
#include "hw/warped_compression/pins.hpp"
#include "hw/warped_compression/thread_pins.hpp"
#include "models/base/parameter.hpp"

namespace heddle {

struct ThreadDecompressorConfig {
  unsigned latency = 1;

  static constexpr auto parameters() {
    using C = ThreadDecompressorConfig;
    return std::tuple{parameter(&C::latency, "latency", "cycles", 1u, 16u, "as bdi_decompressor",
                                "edges from a compressed register to its lanes")};
  }
};

/// Restores one warp register a cycle from values that were compressed separately (the first alternative of
/// Lee2015 section 5.2): the bytes of each thread, sign-extended from its width.
class ThreadDecompressor final : public FeedForward<BankedThreads, UncompressedRegister> {
 public:
  using Config = ThreadDecompressorConfig;
  using PinsType = FeedForwardPins<BankedThreads, UncompressedRegister>;
  static constexpr const char* block_name = "thread_decompressor";
  static unsigned settle(const Config& config) { return config.latency + 1; }

  ThreadDecompressor(sc_core::sc_module_name name, const Config& config)
      : FeedForward(name, config.latency) {}

 private:
  UncompressedRegister compute(const BankedThreads& request) override;
};

}  // namespace heddle
