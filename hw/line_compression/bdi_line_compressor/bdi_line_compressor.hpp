// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "hw/line_compression/pins.hpp"
#include "hw/sim/feed_forward.hpp"
#include "models/base/parameter.hpp"

namespace heddle {

struct BdiLineCompressorConfig {
  unsigned latency = 5;
  unsigned line_bytes = 128;
  BdiBase base = BdiBase::first_wide;

  static constexpr auto parameters() {
    using C = BdiLineCompressorConfig;
    return std::tuple{
        parameter(&C::latency, "latency", "cycles", 1u, 16u, "Vijaykumar2015 section 6",
                  "edges from a line to its compressed form"),
        parameter(&C::line_bytes, "line_bytes", "bytes", shortest_line, longest_line,
                  "GPGPU-Sim's SM2_GTX480", "length of a line: 64 or 128"),
        parameter(&C::base, "base", "Vijaykumar2015 Fig. 6, section 5.1.2", "the value that is the base")};
  }
  void validate() const { require_line_bytes(line_bytes); }
};

/// Compresses one memory line a cycle (Vijaykumar2015 section 5.1.1): all encodings are tried at once.
class BdiLineCompressor final : public FeedForward<UncompressedLine, CompressedLine> {
 public:
  using Config = BdiLineCompressorConfig;
  using PinsType = FeedForwardPins<UncompressedLine, CompressedLine>;
  static constexpr const char* block_name = "bdi_line_compressor";
  static unsigned settle(const Config& config) { return config.latency + 1; }

  BdiLineCompressor(sc_core::sc_module_name name, const Config& config)
      : FeedForward(name, config.latency), line_bytes_(config.line_bytes), base_(config.base) {}

 private:
  CompressedLine compute(const UncompressedLine& request) override;
  unsigned line_bytes_;
  BdiBase base_;
};

}  // namespace heddle
