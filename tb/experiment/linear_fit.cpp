// SPDX-License-Identifier: Apache-2.0
#include "tb/experiment/linear_fit.hpp"

#include <limits>

namespace heddle {

double fitted(const PlanePoints& points, FitValue value) {
  const auto count = static_cast<double>(points.x.size());
  double mean_x = 0, mean_y = 0;
  for (std::size_t i = 0; i < points.x.size(); ++i) {
    mean_x += points.x[i] / count;
    mean_y += points.y[i] / count;
  }
  double xx = 0, xy = 0, yy = 0;
  for (std::size_t i = 0; i < points.x.size(); ++i) {
    const double x = points.x[i] - mean_x, y = points.y[i] - mean_y;
    xx += x * x;
    xy += x * y;
    yy += y * y;
  }
  const double none = std::numeric_limits<double>::quiet_NaN();
  if (points.x.size() < 2 || xx == 0) return none;
  switch (value) {
    case FitValue::slope:
      return xy / xx;
    case FitValue::intercept:
      return mean_y - xy / xx * mean_x;
    case FitValue::r_squared:
      break;
  }
  return yy == 0 ? none : xy * xy / (xx * yy);
}

}  // namespace heddle
