#pragma once

#include "hw/line_compression/pins.hpp"
#include "hw/sim/feed_forward.hpp"
#include "models/base/parameter.hpp"

namespace heddle {

struct CpackDecompressorConfig {
  unsigned latency = 8;
  unsigned line_bytes = 128;

  static constexpr auto parameters() {
    using C = CpackDecompressorConfig;
    return std::tuple{
        parameter(&C::latency, "latency", "cycles", 1u, 16u, "modelling choice: gem5's CPack, 64 bytes",
                  "edges from a stored line to its bytes"),
        parameter(&C::line_bytes, "line_bytes", "bytes", shortest_line, longest_line,
                  "GPGPU-Sim's SM2_GTX480", "length of a line: 64 or 128")};
  }
  void validate() const { require_line_bytes(line_bytes); }
};

/// Restores one memory line a cycle from its C-Pack stream, and tells bytes that CpackCompressor makes of
/// no line.
class CpackDecompressor final : public FeedForward<StoredLineBytes, RestoredLine> {
 public:
  using Config = CpackDecompressorConfig;
  using PinsType = FeedForwardPins<StoredLineBytes, RestoredLine>;
  static constexpr const char* block_name = "cpack_decompressor";
  static unsigned settle(const Config& config) { return config.latency + 1; }

  CpackDecompressor(sc_core::sc_module_name name, const Config& config)
      : FeedForward(name, config.latency), line_bytes_(config.line_bytes) {}

 private:
  RestoredLine compute(const StoredLineBytes& request) override;
  unsigned line_bytes_;
};

}  // namespace heddle
