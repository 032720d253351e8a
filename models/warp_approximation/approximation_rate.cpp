// SPDX-License-Identifier: Apache-2.0
#include "models/warp_approximation/approximation_rate.hpp"

#include <fmt/format.h>

#include <cmath>

#include "models/base/error.hpp"

namespace heddle {

unsigned similar_target(double error_percent, unsigned window, const ErrorFit& fit) {
  if (!(error_percent >= 0 && error_percent <= 100))
    throw Error({.what = "an application's error is out of range",
                 .value = fmt::format("{}", error_percent),
                 .legal = "0 .. 100 %"});
  const double target = std::round((fit.without_error + fit.per_percent * error_percent) * window / 1000);
  if (target > 65535)
    throw Error(
        {.what = "too many new similar instructions in a window for the target that a controller holds",
         .value = fmt::format("{}", target),
         .legal = "0 .. 65535"});
  return static_cast<unsigned>(target);
}

}  // namespace heddle
