// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <tuple>

#include "models/base/parameter.hpp"

namespace heddle {

/// What compressors and decompressors cost, in the section `register_file_costs` of a technology.
struct CompressionCosts {
  double compressor_pj = 23;
  double compressor_leakage_mw = 0.12;
  double decompressor_pj = 21;
  double decompressor_leakage_mw = 0.08;

  static constexpr auto parameters() {
    using C = CompressionCosts;
    constexpr auto table = "Lee2015 Table 3";
    return std::tuple{
        parameter(&C::compressor_pj, "compressor_pj", "pJ", 0.0, 1e6, table, "energy of a compression"),
        parameter(&C::compressor_leakage_mw, "compressor_leakage_mw", "mW", 0.0, 1e6, table,
                  "leakage of a compressor"),
        parameter(&C::decompressor_pj, "decompressor_pj", "pJ", 0.0, 1e6, table,
                  "energy of a decompression; uncompressed registers bypass the adders and cost nothing"),
        parameter(&C::decompressor_leakage_mw, "decompressor_leakage_mw", "mW", 0.0, 1e6, table,
                  "leakage of a decompressor")};
  }
};

}  // namespace heddle
