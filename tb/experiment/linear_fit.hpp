// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "models/base/config.hpp"

namespace heddle {

/// A point of a fit, a workload at a time.
struct FitPoint {
  std::string x{}, y{};

  static constexpr auto parameters() {
    return std::tuple{parameter(&FitPoint::x, "x", "", "expression over CONFIGURATION.STATISTIC"),
                      parameter(&FitPoint::y, "y", "", "the same")};
  }
};

/// A figure of the least-squares line through points.
enum class FitValue { slope, intercept, r_squared };
constexpr auto names_of(FitValue) {
  return std::array{Named{FitValue::slope, "slope"}, Named{FitValue::intercept, "intercept"},
                    Named{FitValue::r_squared, "r_squared"}};
}

/// Points, the one with the same index in both lists.
struct PlanePoints {
  std::vector<double> x{}, y{};
};

/// NaN where no line is determined: fewer than two points, or all at one x (r_squared: or at one y).
double fitted(const PlanePoints& points, FitValue value);

}  // namespace heddle
