// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "hw/line_compression/pins.hpp"
#include "hw/sim/feed_forward.hpp"
#include "models/base/parameter.hpp"
#include "models/line_compression/cpack_layouts.hpp"

namespace heddle {

struct CpackDecompressorConfig {
  unsigned latency = 8;
  unsigned line_bytes = 128;
  unsigned dictionary_values = cpack_original_values;

  static constexpr auto parameters() {
    using C = CpackDecompressorConfig;
    return std::tuple{
        parameter(&C::latency, "latency", "cycles", 1u, 16u, "modelling choice: gem5's CPack, 64 bytes",
                  "edges from a stored line to its bytes"),
        parameter(&C::line_bytes, "line_bytes", "bytes", shortest_line, longest_line,
                  "GPGPU-Sim's SM2_GTX480", "length of a line: 64 or 128"),
        parameter(&C::dictionary_values, "dictionary_values", "", cpack_ahead_values, cpack_original_values,
                  "Chen et al. 2010; 4: Vijaykumar2015 section 5.1.4",
                  "values in the dictionary: 16, or 4 ahead of the data")};
  }
  void validate() const {
    require_line_bytes(line_bytes);
    require_dictionary_values(dictionary_values);
  }
};

/// Restores one memory line a cycle from its bytes in C-Pack, and tells bytes that CpackCompressor makes of
/// no line.
class CpackDecompressor final : public FeedForward<StoredLineBytes, RestoredLine> {
 public:
  using Config = CpackDecompressorConfig;
  using PinsType = FeedForwardPins<StoredLineBytes, RestoredLine>;
  static constexpr const char* block_name = "cpack_decompressor";
  static unsigned settle(const Config& config) { return config.latency + 1; }

  CpackDecompressor(sc_core::sc_module_name name, const Config& config)
      : FeedForward(name, config.latency),
        line_bytes_(config.line_bytes),
        dictionary_values_(config.dictionary_values) {}

 private:
  RestoredLine compute(const StoredLineBytes& request) override;
  unsigned line_bytes_, dictionary_values_;
};

}  // namespace heddle
