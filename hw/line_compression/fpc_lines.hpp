// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <tuple>

#include "hw/line_compression/fpc_segment_words.hpp"

namespace heddle {

/// The FPC compressor and decompressor of an edge.
struct FpcBlocksConfig {
  unsigned compression_latency = 6;
  unsigned decompression_latency = 10;
  unsigned segment_words = 0;

  static constexpr auto parameters() {
    using C = FpcBlocksConfig;
    return std::tuple{parameter(&C::compression_latency, "compression_latency", "cycles", 1u, 16u,
                                "Lal2017 table VI", "latency of a compressor"),
                      parameter(&C::decompression_latency, "decompression_latency", "cycles", 1u, 16u,
                                "Lal2017 table VI", "latency of a decompressor"),
                      fpc_segment_words_parameter(&C::segment_words)};
  }
  void validate() const { require_segment_words(segment_words); }
};

}  // namespace heddle
