#pragma once

#include "hw/sm/hooks/kernel_plan.hpp"

namespace heddle {

/// Registers of a thread for its assist warps, all windows together, or of an SM for all of them, and memory
/// of the user subroutines.
struct AssistPlan final : KernelPlan {
  AssistPlan(unsigned of_thread, unsigned from, unsigned of_sm, std::uint64_t bytes) : offset(from) {
    registers = of_thread;
    sm_registers = of_sm;
    memory_bytes = bytes;
  }
  const unsigned offset;  ///< of the first of these registers, behind those of the program
};

}  // namespace heddle
