// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "hw/line_compression/pins.hpp"
#include "hw/sim/feed_forward.hpp"
#include "models/base/parameter.hpp"
#include "models/line_compression/cpack_layouts.hpp"

namespace heddle {

struct CpackCompressorConfig {
  unsigned latency = 13;
  unsigned line_bytes = 128;
  unsigned dictionary_values = cpack_original_values;

  static constexpr auto parameters() {
    using C = CpackCompressorConfig;
    return std::tuple{
        parameter(&C::latency, "latency", "cycles", 1u, 16u, "modelling choice: gem5's CPack, 64 bytes",
                  "edges from a line to its compressed form"),
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

/// Compresses one memory line a cycle by C-Pack (Chen et al., 2010; with four dictionary values ahead of the
/// data, Vijaykumar2015, section 5.1.4).
class CpackCompressor final : public FeedForward<UncompressedLine, CompressedLine> {
 public:
  using Config = CpackCompressorConfig;
  using PinsType = FeedForwardPins<UncompressedLine, CompressedLine>;
  static constexpr const char* block_name = "cpack_compressor";
  static unsigned settle(const Config& config) { return config.latency + 1; }

  CpackCompressor(sc_core::sc_module_name name, const Config& config)
      : FeedForward(name, config.latency),
        line_bytes_(config.line_bytes),
        dictionary_values_(config.dictionary_values) {}

 private:
  CompressedLine compute(const UncompressedLine& request) override;
  unsigned line_bytes_, dictionary_values_;
};

}  // namespace heddle
