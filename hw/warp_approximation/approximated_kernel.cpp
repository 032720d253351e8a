#include "hw/warp_approximation/approximated_kernel.hpp"

namespace heddle {

ApproximatedKernel::ApproximatedKernel(const ptx::Kernel& kernel, const WarpApproximationConfig& config) {
  for (const InstructionApproximation& i : plan_approximation(kernel, config.options()).code)
    marks.push_back({i.is == Approximation::approximable, i.level, i.exact_destinations});
}

}  // namespace heddle
