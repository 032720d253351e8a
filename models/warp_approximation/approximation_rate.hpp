// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <tuple>

#include "models/base/parameter.hpp"

// What rate of new similar instructions goes with an error of the application (Wong2016, figure 13).

namespace heddle {

/// The line of figure 13, as the text of section 6.1 reads it: an error of 10 % goes with about 50 new
/// similar instructions in 1000 cycles, one of 5 % with 25. The fit explains 0.7 of the variance.
struct ErrorFit {
  double without_error = 0;
  double per_percent = 5;

  static constexpr auto parameters() {
    using F = ErrorFit;
    constexpr const char* unit = "instructions / 1000 cycles";
    return std::tuple{
        parameter(&F::without_error, "without_error", unit, 0.0, 4000.0, "Wong2016 figure 13 and section 6.1",
                  "new similar instructions that go with no error")
            .calibration(),
        parameter(&F::per_percent, "per_percent", unit, 0.0, 4000.0, "Wong2016 figure 13 and section 6.1",
                  "new similar instructions for each percent of the application's error")
            .calibration()};
  }
};

/// The target of a window of `window` cycles, in new similar instructions, for an error of the application in
/// percent. Throws Error when the error is not 0 to 100 %, or when the target has more than 16 bits.
unsigned similar_target(double error_percent, unsigned window, const ErrorFit& fit = {});

}  // namespace heddle
