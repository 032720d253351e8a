#pragma once

#include <tuple>

#include "models/base/parameter.hpp"

namespace heddle {

/// The C-Pack compressor and decompressor of an edge.
struct CpackBlocksConfig {
  unsigned compression_latency = 13;
  unsigned decompression_latency = 8;

  static constexpr auto parameters() {
    using C = CpackBlocksConfig;
    constexpr auto source = "modelling choice: gem5's CPack, 64 bytes";
    return std::tuple{parameter(&C::compression_latency, "compression_latency", "cycles", 1u, 16u, source,
                                "latency of a compressor"),
                      parameter(&C::decompression_latency, "decompression_latency", "cycles", 1u, 16u, source,
                                "latency of a decompressor")};
  }
};

}  // namespace heddle
