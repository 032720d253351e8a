#pragma once

#include "hw/sm/hooks/kernel_plan.hpp"

namespace heddle {

/// Registers of a thread for its assist warps, all windows together, and memory of the user's subroutines.
struct AssistPlan final : KernelPlan {
  AssistPlan(unsigned wanted, unsigned from, std::uint64_t bytes, std::uint64_t memory_from)
      : offset(from), memory_offset(memory_from) {
    registers = wanted;
    memory_bytes = bytes;
  }
  const unsigned offset;              ///< of the first of these registers, behind those of the program
  const std::uint64_t memory_offset;  ///< of that memory, behind Launch::own_memory
};

}  // namespace heddle
