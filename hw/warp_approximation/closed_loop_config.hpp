// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "hw/warp_approximation/similarity_controller/similarity_controller.hpp"
#include "models/base/error.hpp"
#include "models/warp_approximation/approximation_rate.hpp"

namespace heddle {

/// The closed loop of Wong2016 section 6.1: d follows the rate of new similar instructions.
struct ClosedLoopConfig {
  bool enabled = false;
  bool count_equal = true;
  double error = 5;
  unsigned least = 0, most = most_similarity, initial = 0;
  SimilarityControllerConfig controller{};
  ErrorFit fit{};

  static constexpr auto parameters() {
    using C = ClosedLoopConfig;
    return std::tuple{
        parameter(&C::enabled, "enabled", "Wong2016 section 6.1",
                  "let a similarity_controller in each SM move d while a kernel runs, whatever level marks "
                  "and parameters give"),
        parameter(&C::count_equal, "count_equal", "Wong2016 section 6.1: the SimilarBit is set",
                  "count a result as new and similar also where all lanes are equal, which causes no error"),
        parameter(&C::error, "error", "%", 0.0, 100.0, "Wong2016 section 6.1",
                  "error of the application for which `fit` gives the rate of new similar instructions"),
        parameter(&C::least, "least", "bits", 0u, most_similarity, "modelling choice", "the least d"),
        parameter(&C::most, "most", "bits", 0u, most_similarity, "modelling choice", "the largest d"),
        parameter(&C::initial, "initial", "bits", 0u, most_similarity, "modelling choice",
                  "d at the begin of the first launch; later ones go on with the d that was reached"),
        section(&C::controller, "controller", "how it counts, and moves d"),
        section(&C::fit, "fit", "the rate that goes with an error")};
  }
  /// New similar instructions a window. Throws Error when a controller cannot count them.
  std::uint16_t target() const {
    return static_cast<std::uint16_t>(similar_target(error, controller.window, fit));
  }
  void validate() const {
    if (least > most)
      throw Error({.what = "`least` is above `most`",
                   .value = std::to_string(least),
                   .legal = "0 to `most`, which is " + std::to_string(most),
                   .key = "least"});
    static_cast<void>(target());
  }
};

}  // namespace heddle
