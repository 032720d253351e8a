// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "hw/sim/feed_forward.hpp"
#include "hw/warped_compression/pins.hpp"
#include "models/base/parameter.hpp"

namespace heddle {

struct BdiDecompressorConfig {
  unsigned latency = 1;
  unsigned choices = 7;

  static constexpr auto parameters() {
    using C = BdiDecompressorConfig;
    return std::tuple{parameter(&C::latency, "latency", "cycles", 1u, 16u, "Lee2015 Table 2",
                                "edges from a compressed register to its lanes"),
                      parameter(&C::choices, "choices", "mask", 1u, 127u, "Lee2015 section 6.6, Fig. 5",
                                "bits 0..6: <4,0> <4,1> <4,2> <8,0> <8,1> <8,2> <8,4> occurs")};
  }
};

/// Restores one warp register a cycle (Lee2015 section 5): base plus the sign-extended delta of each
/// lane or pair of lanes.
class BdiDecompressor final : public FeedForward<EncodedRegister, UncompressedRegister> {
 public:
  using Config = BdiDecompressorConfig;
  using PinsType = FeedForwardPins<EncodedRegister, UncompressedRegister>;
  static constexpr const char* block_name = "bdi_decompressor";
  static unsigned settle(const Config& config) { return config.latency + 1; }

  BdiDecompressor(sc_core::sc_module_name name, const Config& config) : FeedForward(name, config.latency) {}

 private:
  UncompressedRegister compute(const EncodedRegister& request) override;
};

}  // namespace heddle
