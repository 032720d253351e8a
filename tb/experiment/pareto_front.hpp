// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include "tb/experiment/linear_fit.hpp"

namespace heddle {

/// The Pareto front of points of which both coordinates are to be low: those to which no other is equal or
/// lower in both, by rising x. NaN is no point.
PlanePoints pareto_front(const PlanePoints& points);

}  // namespace heddle
