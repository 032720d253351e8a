#pragma once

#include <tuple>

#include "models/base/parameter.hpp"

namespace heddle {

/// The FPC compressor and decompressor of an edge.
struct FpcBlocksConfig {
  unsigned compression_latency = 6;
  unsigned decompression_latency = 10;

  static constexpr auto parameters() {
    using C = FpcBlocksConfig;
    return std::tuple{parameter(&C::compression_latency, "compression_latency", "cycles", 1u, 16u,
                                "Lal2017 table VI", "latency of a compressor"),
                      parameter(&C::decompression_latency, "decompression_latency", "cycles", 1u, 16u,
                                "Lal2017 table VI", "latency of a decompressor")};
  }
};

}  // namespace heddle
