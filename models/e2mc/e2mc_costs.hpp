#pragma once

#include "models/base/parameter.hpp"

namespace heddle {

/// What the units of E2MC take in each cycle of their clock in which they work on a line: the power of a unit
/// in Lal2017, Table III, over its clock there (32 nm). Units that do nothing take nothing.
struct E2mcCosts {
  double e2mc4_compressor_pj = 0.856, e2mc4_decoder_pj = 4.61;
  double e2mc8_compressor_pj = 2.60, e2mc8_decoder_pj = 13.1;
  double e2mc16_compressor_pj = 3.83, e2mc16_decoder_pj = 14.9;
  double e2mc32_compressor_pj = 6.53, e2mc32_decoder_pj = 17.9;

  static constexpr auto parameters() {
    using C = E2mcCosts;
    constexpr auto table = "Lal2017 Table III";
    constexpr auto compressor = "energy of a cycle of a compressor, for symbols of so many bits",
                   decoder = "energy of a cycle of a decoder, for symbols of so many bits";
    return std::tuple{
        parameter(&C::e2mc4_compressor_pj, "e2mc4_compressor_pj", "pJ", 0.0, 1e6, table, compressor),
        parameter(&C::e2mc4_decoder_pj, "e2mc4_decoder_pj", "pJ", 0.0, 1e6, table, decoder),
        parameter(&C::e2mc8_compressor_pj, "e2mc8_compressor_pj", "pJ", 0.0, 1e6, table, compressor),
        parameter(&C::e2mc8_decoder_pj, "e2mc8_decoder_pj", "pJ", 0.0, 1e6, table, decoder),
        parameter(&C::e2mc16_compressor_pj, "e2mc16_compressor_pj", "pJ", 0.0, 1e6, table, compressor),
        parameter(&C::e2mc16_decoder_pj, "e2mc16_decoder_pj", "pJ", 0.0, 1e6, table, decoder),
        parameter(&C::e2mc32_compressor_pj, "e2mc32_compressor_pj", "pJ", 0.0, 1e6, table, compressor),
        parameter(&C::e2mc32_decoder_pj, "e2mc32_decoder_pj", "pJ", 0.0, 1e6, table, decoder)};
  }
  /// pJ of a cycle, for symbols of 4, 8, 16 or 32 bits.
  double compressor_pj(unsigned symbol_bits) const {
    return symbol_bits == 4    ? e2mc4_compressor_pj
           : symbol_bits == 8  ? e2mc8_compressor_pj
           : symbol_bits == 16 ? e2mc16_compressor_pj
                               : e2mc32_compressor_pj;
  }
  double decoder_pj(unsigned symbol_bits) const {
    return symbol_bits == 4    ? e2mc4_decoder_pj
           : symbol_bits == 8  ? e2mc8_decoder_pj
           : symbol_bits == 16 ? e2mc16_decoder_pj
                               : e2mc32_decoder_pj;
  }
};

}  // namespace heddle
