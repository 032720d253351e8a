// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "hw/line_compression/fpc_segment_words.hpp"
#include "hw/line_compression/pins.hpp"
#include "hw/sim/feed_forward.hpp"

namespace heddle {

struct FpcDecompressorConfig {
  unsigned latency = 10;
  unsigned line_bytes = 128;
  unsigned segment_words = 0;

  static constexpr auto parameters() {
    using C = FpcDecompressorConfig;
    return std::tuple{parameter(&C::latency, "latency", "cycles", 1u, 16u, "Lal2017 table VI",
                                "edges from a stored line to its bytes"),
                      parameter(&C::line_bytes, "line_bytes", "bytes", shortest_line, longest_line,
                                "GPGPU-Sim's SM2_GTX480", "length of a line: 64 or 128"),
                      fpc_segment_words_parameter(&C::segment_words)};
  }
  void validate() const {
    require_line_bytes(line_bytes);
    require_segment_words(segment_words);
  }
};

/// Restores one memory line a cycle from its patterns and data, and tells bytes that FpcCompressor makes of
/// no line.
class FpcDecompressor final : public FeedForward<StoredLineBytes, RestoredLine> {
 public:
  using Config = FpcDecompressorConfig;
  using PinsType = FeedForwardPins<StoredLineBytes, RestoredLine>;
  static constexpr const char* block_name = "fpc_decompressor";
  static unsigned settle(const Config& config) { return config.latency + 1; }

  FpcDecompressor(sc_core::sc_module_name name, const Config& config)
      : FeedForward(name, config.latency),
        line_bytes_(config.line_bytes),
        segment_words_(config.segment_words) {}

 private:
  RestoredLine compute(const StoredLineBytes& request) override;
  unsigned line_bytes_, segment_words_;
};

}  // namespace heddle
