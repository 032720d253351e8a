// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <tuple>

#include "models/base/parameter.hpp"
#include "models/line_compression/bdi_line.hpp"

namespace heddle {

/// The BDI compressor and decompressor of an edge.
struct BdiBlocksConfig {
  unsigned compression_latency = 5;
  unsigned decompression_latency = 1;
  BdiBase base = BdiBase::first_wide;

  static constexpr auto parameters() {
    using C = BdiBlocksConfig;
    return std::tuple{parameter(&C::compression_latency, "compression_latency", "cycles", 1u, 16u,
                                "Vijaykumar2015 section 6", "latency of a compressor"),
                      parameter(&C::decompression_latency, "decompression_latency", "cycles", 1u, 16u,
                                "Vijaykumar2015 section 6", "latency of a decompressor"),
                      parameter(&C::base, "base", "Vijaykumar2015 Fig. 6, section 5.1.2",
                                "the value that is the base of a line")};
  }
};

}  // namespace heddle
