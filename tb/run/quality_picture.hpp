// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "tb/workloads/result.hpp"

namespace heddle {

/// A PNG file: the picture of the exact output, that of the approximated one, and the absolute difference of
/// each value, side by side. Empty when the output has no picture.
std::string png_of(const WorkloadResult& exact, const WorkloadResult& approximated);

}  // namespace heddle
