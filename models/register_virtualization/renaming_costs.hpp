// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <tuple>

#include "models/base/parameter.hpp"

namespace heddle {

/// What the renaming table and release flags cost, in the section `register_file_costs` of a technology.
struct RenamingCosts {
  double renaming_access_pj = 1.14;
  double renaming_bank_leakage_mw = 0.27;
  double flag_fetch_pj = 6.2;
  double flag_decode_pj = 48;
  double flag_cache_access_pj = 0.94;
  double flag_entry_leakage_mw = 0.0096;

  static constexpr auto parameters() {
    using C = RenamingCosts;
    constexpr auto renaming = "Jeon2015 Table 2";
    constexpr auto flags = "gpu_costs: control_pj and sram";
    return std::tuple{parameter(&C::renaming_access_pj, "renaming_access_pj", "pJ", 0.0, 1e6, renaming,
                                "energy of a rename lookup, a new mapping, or a release"),
                      parameter(&C::renaming_bank_leakage_mw, "renaming_bank_leakage_mw", "mW", 0.0, 1e6,
                                renaming, "leakage of a bank of 256 bytes of the renaming table"),
                      parameter(&C::flag_fetch_pj, "flag_fetch_pj", "pJ", 0.0, 1e6, flags,
                                "energy of the fetch of a pir or pbr"),
                      parameter(&C::flag_decode_pj, "flag_decode_pj", "pJ", 0.0, 1e6, flags,
                                "energy of the decoding of a pir or pbr"),
                      parameter(&C::flag_cache_access_pj, "flag_cache_access_pj", "pJ", 0.0, 1e6, flags,
                                "energy of a read or fill of the release flag cache"),
                      parameter(&C::flag_entry_leakage_mw, "flag_entry_leakage_mw", "mW", 0.0, 1e6, flags,
                                "leakage of an entry of the release flag cache: 54 bits")};
  }
};

}  // namespace heddle
