#pragma once

#include <cstddef>
#include <span>
#include <string>

#include "models/base/statistics.hpp"

namespace heddle {

/// How far the output of an approximated run is from that of an exact one, by the three measures of Wong2016,
/// section 5.1 and Table 1, over all elements that the workload compares.
struct Quality {
  std::size_t elements = 0;
  std::size_t differing = 0;  ///< elements
  /// Mean of |got - exact| / |exact|; 1 where only `exact` is 0, or where one of the two is no number.
  double relative_error = 0;
  double rms = 0;  ///< root of the mean square of got - exact, of the range of the exact output

  double differing_share() const {
    return elements == 0 ? 0 : static_cast<double>(differing) / static_cast<double>(elements);
  }
};

/// Throws Error when the runs have not as many elements.
Quality quality_of(std::span<const double> exact, std::span<const double> got);

/// Declares it in the group `quality`.
void add_quality(StatGroup& stats, const Quality& quality);
/// "0.13 % average relative error, ...".
std::string text_of(const Quality& quality);

}  // namespace heddle
