// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "models/base/parameter.hpp"

namespace heddle {

/// What the units of E2MC take in each cycle of their clock in which they work on a line: the power of a unit
/// in Lal2017, Table III, over its clock there (32 nm). Units that do nothing take nothing.
struct E2mcCosts {
  double compressor_4_pj = 0.856, decoder_4_pj = 4.61;
  double compressor_8_pj = 2.60, decoder_8_pj = 13.1;
  double compressor_16_pj = 3.83, decoder_16_pj = 14.9;
  double compressor_32_pj = 6.53, decoder_32_pj = 17.9;

  static constexpr auto parameters() {
    using C = E2mcCosts;
    constexpr auto table = "Lal2017 Table III";
    constexpr auto compressor = "energy of a cycle of a compressor, for symbols of so many bits",
                   decoder = "energy of a cycle of a decoder, for symbols of so many bits";
    return std::tuple{parameter(&C::compressor_4_pj, "compressor_4_pj", "pJ", 0.0, 1e6, table, compressor),
                      parameter(&C::decoder_4_pj, "decoder_4_pj", "pJ", 0.0, 1e6, table, decoder),
                      parameter(&C::compressor_8_pj, "compressor_8_pj", "pJ", 0.0, 1e6, table, compressor),
                      parameter(&C::decoder_8_pj, "decoder_8_pj", "pJ", 0.0, 1e6, table, decoder),
                      parameter(&C::compressor_16_pj, "compressor_16_pj", "pJ", 0.0, 1e6, table, compressor),
                      parameter(&C::decoder_16_pj, "decoder_16_pj", "pJ", 0.0, 1e6, table, decoder),
                      parameter(&C::compressor_32_pj, "compressor_32_pj", "pJ", 0.0, 1e6, table, compressor),
                      parameter(&C::decoder_32_pj, "decoder_32_pj", "pJ", 0.0, 1e6, table, decoder)};
  }
  /// pJ of a cycle, for symbols of 4, 8, 16 or 32 bits.
  double compressor_pj(unsigned symbol_bits) const {
    return symbol_bits == 4    ? compressor_4_pj
           : symbol_bits == 8  ? compressor_8_pj
           : symbol_bits == 16 ? compressor_16_pj
                               : compressor_32_pj;
  }
  double decoder_pj(unsigned symbol_bits) const {
    return symbol_bits == 4    ? decoder_4_pj
           : symbol_bits == 8  ? decoder_8_pj
           : symbol_bits == 16 ? decoder_16_pj
                               : decoder_32_pj;
  }
};

}  // namespace heddle
