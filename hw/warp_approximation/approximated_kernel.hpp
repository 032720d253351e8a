// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "hw/sm/types/kernel_plan.hpp"
#include "models/warp_approximation/approximation_plan.hpp"

namespace heddle {

/// What the code of a kernel says of its instructions (Wong2016, section 4).
struct ApproximatedKernel final : KernelPlan {
  explicit ApproximatedKernel(ApproximationPlan p) : plan(std::move(p)) {}
  const ApproximationPlan plan;
};

}  // namespace heddle
