// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <tuple>

#include "models/base/parameter.hpp"

namespace heddle {

/// What the logic of Warp Approximation costs in an SM. The paper gives power at 700 MHz for all of it
/// (section 5.5, 45 nm); divided by the clock it is the energy of a cycle in which the logic works.
struct ApproximationCosts {
  double comparison_pj = 18.2;
  double comparison_leakage_mw = 0.0958;
  double broadcast_pj = 28.2;
  double broadcast_leakage_mw = 0.1278;
  double similarity_controller_pj = 0.5;

  static constexpr auto parameters() {
    using C = ApproximationCosts;
    constexpr auto source = "Wong2016 section 5.5";
    return std::tuple{parameter(&C::comparison_pj, "comparison_pj", "pJ", 0.0, 1e6, source,
                                "energy of the comparison of a result"),
                      parameter(&C::comparison_leakage_mw, "comparison_leakage_mw", "mW", 0.0, 1e6, source,
                                "leakage of the comparison logic of an SM"),
                      parameter(&C::broadcast_pj, "broadcast_pj", "pJ", 0.0, 1e6, source,
                                "energy of the selection of a representative and of a broadcast"),
                      parameter(&C::broadcast_leakage_mw, "broadcast_leakage_mw", "mW", 0.0, 1e6, source,
                                "leakage of the selection and broadcast logic of an SM"),
                      parameter(&C::similarity_controller_pj, "similarity_controller_pj", "pJ", 0.0, 1e6,
                                "heddle estimate similarity_controller, scaled to 45 nm",
                                "energy of a cycle of the controller of an SM, with the closed loop")};
  }
};

}  // namespace heddle
