#pragma once

#include "hw/sm/hooks/kernel_plan.hpp"

namespace heddle {

/// Registers of a thread for its assist warps, all windows together.
struct AssistPlan final : KernelPlan {
  AssistPlan(unsigned wanted, unsigned from) : offset(from) { registers = wanted; }
  const unsigned offset;  ///< of the first of them, behind those of the program
};

}  // namespace heddle
