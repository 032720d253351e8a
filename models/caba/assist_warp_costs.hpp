// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "models/base/parameter.hpp"

namespace heddle {

/// What the blocks of an SM's assist warps take in each cycle of its clock, which nothing gates: Heddle's
/// RTL, synthesized, as the blocks' cards say (Vijaykumar2015 has no power of them). The store's words are an
/// SRAM's.
struct AssistWarpCosts {
  double controller_pj = 9.85, controller_entry_pj = 0.219, buffer_pj = 3.8, buffer_entry_pj = 0.912,
         pending_pj = 14.4;

  static constexpr auto parameters() {
    using C = AssistWarpCosts;
    constexpr auto ours = "heddle estimate --orders 1, scaled to 45 nm: configs/blocks";
    return std::tuple{parameter(&C::controller_pj, "controller_pj", "pJ", 0.0, 1e6, ours,
                                "energy of an assist_warp_controller in a cycle, beside that of its entries"),
                      parameter(&C::controller_entry_pj, "controller_entry_pj", "pJ", 0.0, 1e6, ours,
                                "energy of each entry of its table in a cycle"),
                      parameter(&C::buffer_pj, "buffer_pj", "pJ", 0.0, 1e6, ours,
                                "energy of an assist_warp_buffer in a cycle, beside that of its entries"),
                      parameter(&C::buffer_entry_pj, "buffer_entry_pj", "pJ", 0.0, 1e6, ours,
                                "energy in a cycle of what it holds for each entry of the table"),
                      parameter(&C::pending_pj, "pending_pj", "pJ", 0.0, 1e6, ours,
                                "energy of a pending_store_buffer in a cycle")};
  }
};

}  // namespace heddle
