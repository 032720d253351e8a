#pragma once

#include <vector>

#include "hw/sm/hooks/kernel_plan.hpp"
#include "hw/warp_approximation/warp_approximation.hpp"

namespace heddle {

/// What the code says of an instruction (Wong2016, section 4).
struct InstructionMark {
  bool approximate = false;  ///< one lane may execute it for all, and its results may be stored as scalars
  std::uint8_t d = 0;        ///< low bits that the comparison of its results ignores
  std::uint8_t exact = 0;    ///< bit k: destination k is compared with d = 0
};

/// A kernel whose instructions are marked.
struct ApproximatedKernel final : KernelPlan {
  ApproximatedKernel(const ptx::Kernel& kernel, const WarpApproximationConfig& config);
  std::vector<InstructionMark> marks;  ///< by instruction
};

}  // namespace heddle
