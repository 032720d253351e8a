// SPDX-License-Identifier: Apache-2.0
#include "tb/experiment/pareto_front.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

namespace heddle {

PlanePoints pareto_front(const PlanePoints& points) {
  std::vector<std::pair<double, double>> sorted;
  for (std::size_t i = 0; i < points.x.size(); ++i)
    if (!std::isnan(points.x[i]) && !std::isnan(points.y[i])) sorted.emplace_back(points.x[i], points.y[i]);
  std::sort(sorted.begin(), sorted.end());
  PlanePoints front;
  for (const auto& [x, y] : sorted)
    if (front.y.empty() || y < front.y.back()) {
      front.x.push_back(x);
      front.y.push_back(y);
    }
  return front;
}

}  // namespace heddle
