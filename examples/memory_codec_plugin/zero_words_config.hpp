// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <tuple>

#include "models/base/parameter.hpp"

namespace mine {

/// Of the compressor, and of the decompressor.
struct ZeroWordsConfig {
  unsigned latency = 2;

  static constexpr auto parameters() {
    return std::tuple{heddle::parameter(&ZeroWordsConfig::latency, "latency", "cycles", 1u, 4u,
                                        "a user's choice", "from a request to its response")};
  }
};

}  // namespace mine
