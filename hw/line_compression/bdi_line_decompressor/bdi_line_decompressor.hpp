// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "hw/line_compression/pins.hpp"
#include "hw/sim/feed_forward.hpp"
#include "models/base/parameter.hpp"

namespace heddle {

struct BdiLineDecompressorConfig {
  unsigned latency = 1;
  unsigned line_bytes = 128;
  BdiBase base = BdiBase::first_wide;

  static constexpr auto parameters() {
    using C = BdiLineDecompressorConfig;
    return std::tuple{parameter(&C::latency, "latency", "cycles", 1u, 16u, "Vijaykumar2015 section 6",
                                "edges from a stored line to its bytes"),
                      parameter(&C::line_bytes, "line_bytes", "bytes", shortest_line, longest_line,
                                "GPGPU-Sim's SM2_GTX480", "length of a line: 64 or 128"),
                      parameter(&C::base, "base", "Vijaykumar2015 Fig. 6, section 5.1.2",
                                "the value that the compressor takes for the base")};
  }
  void validate() const { require_line_bytes(line_bytes); }
};

/// Restores one memory line a cycle (Vijaykumar2015 section 5.1.1): a masked addition of deltas to the base.
/// The base rule decides only about what is corrupt.
class BdiLineDecompressor final : public FeedForward<StoredLineBytes, RestoredLine> {
 public:
  using Config = BdiLineDecompressorConfig;
  using PinsType = FeedForwardPins<StoredLineBytes, RestoredLine>;
  static constexpr const char* block_name = "bdi_line_decompressor";
  static unsigned settle(const Config& config) { return config.latency + 1; }

  BdiLineDecompressor(sc_core::sc_module_name name, const Config& config)
      : FeedForward(name, config.latency), line_bytes_(config.line_bytes), base_(config.base) {}

 private:
  RestoredLine compute(const StoredLineBytes& request) override;
  unsigned line_bytes_;
  BdiBase base_;
};

}  // namespace heddle
