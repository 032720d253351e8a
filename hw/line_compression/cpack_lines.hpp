// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <tuple>

#include "models/base/parameter.hpp"
#include "models/line_compression/cpack_layouts.hpp"

namespace heddle {

/// The C-Pack compressor and decompressor of an edge.
struct CpackBlocksConfig {
  unsigned compression_latency = 13;
  unsigned decompression_latency = 8;
  unsigned dictionary_values = cpack_original_values;

  static constexpr auto parameters() {
    using C = CpackBlocksConfig;
    constexpr auto source = "modelling choice: gem5's CPack, 64 bytes";
    return std::tuple{parameter(&C::compression_latency, "compression_latency", "cycles", 1u, 16u, source,
                                "latency of a compressor"),
                      parameter(&C::decompression_latency, "decompression_latency", "cycles", 1u, 16u, source,
                                "latency of a decompressor"),
                      parameter(&C::dictionary_values, "dictionary_values", "", cpack_ahead_values,
                                cpack_original_values, "Chen et al. 2010; 4: Vijaykumar2015 section 5.1.4",
                                "values in the dictionary: 16, or 4 ahead of the data")};
  }
  void validate() const { require_dictionary_values(dictionary_values); }
};

}  // namespace heddle
