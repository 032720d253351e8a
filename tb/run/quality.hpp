// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <string>

#include "models/base/statistics.hpp"
#include "tb/workloads/workload.hpp"

namespace heddle {

/// How far the output of an approximated run is from that of an exact one, by the three measures of Wong2016,
/// section 5.1 and Table 1, over all elements that the workload compares, and by two that values near 0 do
/// not decide.
struct Quality {
  static constexpr double near_zero_share = 1e-3;  ///< our choice: a thousandth of the greatest value

  std::size_t elements = 0;
  std::size_t differing = 0;  ///< elements
  /// Mean of |got - exact| / |exact|; 1 where only `exact` is 0, or where one of the two is no number.
  double relative_error = 0;
  /// The same over the elements whose |exact| is at least `near_zero_share` of the greatest; of those below,
  /// which are `near_zero`, a small error is many times the element itself.
  double relative_error_left = 0;
  std::size_t near_zero = 0;  ///< elements
  /// Sum of |got - exact| over the sum of |exact|: the L1 norm by which the CUDA SDK's BlackScholes judges
  /// itself.
  double l1 = 0;
  /// Root of the mean square of got - exact, of the range of the exact output; of a picture, if there is one,
  /// and of 255 then.
  double rms = 0;

  double differing_share() const {
    return elements == 0 ? 0 : static_cast<double>(differing) / static_cast<double>(elements);
  }
  double error(ErrorMeasure measure) const;
};

/// Throws Error when the runs have not as many elements.
Quality quality_of(const WorkloadResult& exact, const WorkloadResult& got);

/// Declares the quality in the group `quality`, where `error` is the workload's own measure.
void add_quality(StatGroup& stats, const Quality& quality, ErrorMeasure measure);
/// "average relative error 0.13 %, ...".
std::string text_of(const Quality& quality);
/// "RMS error of the picture".
std::string name_of(ErrorMeasure measure);

}  // namespace heddle
