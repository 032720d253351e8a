// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "hw/line_compression/fpc_segment_words.hpp"
#include "hw/line_compression/pins.hpp"
#include "hw/sim/feed_forward.hpp"

namespace heddle {

struct FpcCompressorConfig {
  unsigned latency = 6;
  unsigned line_bytes = 128;
  unsigned segment_words = 0;

  static constexpr auto parameters() {
    using C = FpcCompressorConfig;
    return std::tuple{parameter(&C::latency, "latency", "cycles", 1u, 16u, "Lal2017 table VI",
                                "edges from a line to its compressed form"),
                      parameter(&C::line_bytes, "line_bytes", "bytes", shortest_line, longest_line,
                                "GPGPU-Sim's SM2_GTX480", "length of a line: 64 or 128"),
                      fpc_segment_words_parameter(&C::segment_words)};
  }
  void validate() const {
    require_line_bytes(line_bytes);
    require_segment_words(segment_words);
  }
};

/// Compresses one memory line a cycle by Frequent Pattern Compression (Alameldeen and Wood, 2004), or by that
/// in segments (Vijaykumar2015, section 5.1.4).
class FpcCompressor final : public FeedForward<UncompressedLine, CompressedLine> {
 public:
  using Config = FpcCompressorConfig;
  using PinsType = FeedForwardPins<UncompressedLine, CompressedLine>;
  static constexpr const char* block_name = "fpc_compressor";
  static unsigned settle(const Config& config) { return config.latency + 1; }

  FpcCompressor(sc_core::sc_module_name name, const Config& config)
      : FeedForward(name, config.latency),
        line_bytes_(config.line_bytes),
        segment_words_(config.segment_words) {}

 private:
  CompressedLine compute(const UncompressedLine& request) override;
  unsigned line_bytes_, segment_words_;
};

}  // namespace heddle
