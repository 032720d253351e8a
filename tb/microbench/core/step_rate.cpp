// SPDX-License-Identifier: Apache-2.0
#include "tb/microbench/core/step_rate.hpp"

#include "hw/sm/launch/launch.hpp"
#include "tb/microbench/core/core_kernel.hpp"

namespace heddle {

void StepRate::launch_begins(unsigned, const Launch& launch) {
  const ptx::Kernel& kernel = *launch.kernel;
  marked_.clear();
  for (const ptx::Instruction& i : kernel.code)
    marked_.push_back(i.line != 0 && (*kernel.text)[i.line - 1].ends_with(step_mark));
  issued_.clear();
}

void StepRate::issued(unsigned, const IssuedInstruction& i, Cycle now) {
  if (marked_[i.pc]) issued_.push_back(now);
}

double StepRate::steps_a_cycle() const {
  const std::size_t first = issued_.size() / 4, last = issued_.size() - 1 - first;
  return static_cast<double>(last - first) / static_cast<double>(issued_[last] - issued_[first]);
}

}  // namespace heddle
