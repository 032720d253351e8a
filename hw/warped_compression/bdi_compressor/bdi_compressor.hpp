// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "hw/sim/feed_forward.hpp"
#include "hw/warped_compression/pins.hpp"
#include "models/base/parameter.hpp"

namespace heddle {

struct BdiCompressorConfig {
  unsigned latency = 2;
  unsigned choices = 7;

  static constexpr auto parameters() {
    using C = BdiCompressorConfig;
    return std::tuple{parameter(&C::latency, "latency", "cycles", 1u, 16u, "Lee2015 Table 2",
                                "edges from a register to its compressed form"),
                      parameter(&C::choices, "choices", "mask", 1u, 127u, "Lee2015 section 6.6, Fig. 5",
                                "bits 0..6 allow <4,0> <4,1> <4,2> <8,0> <8,1> <8,2> <8,4>")};
  }
};

/// Compresses one warp register a cycle (Lee2015 section 5.1, Fig. 7): base = lane 0, deltas of 0, 1 or 2
/// bytes; where chosen also base = lanes 0 and 1, deltas of 0, 1, 2 or 4 bytes (section 4).
class BdiCompressor final : public FeedForward<UncompressedRegister, EncodedRegister> {
 public:
  using Config = BdiCompressorConfig;
  using PinsType = FeedForwardPins<UncompressedRegister, EncodedRegister>;
  static constexpr const char* block_name = "bdi_compressor";
  static unsigned settle(const Config& config) { return config.latency + 1; }

  BdiCompressor(sc_core::sc_module_name name, const Config& config)
      : FeedForward(name, config.latency), choices_{static_cast<std::uint8_t>(config.choices)} {}

 private:
  EncodedRegister compute(const UncompressedRegister& request) override;
  BdiChoices choices_;
};

}  // namespace heddle
