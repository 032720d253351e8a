#pragma once

#include "hw/sm/hooks/kernel_plan.hpp"

namespace heddle {

/// Registers of a thread for its assist warps, all windows together, and memory of the user subroutines.
struct AssistPlan final : KernelPlan {
  AssistPlan(unsigned wanted, unsigned from, std::uint64_t bytes) : offset(from) {
    registers = wanted;
    memory_bytes = bytes;
  }
  /// Of a machine whose assist warps have registers behind those of so many CTAs.
  AssistPlan(unsigned ctas_at_most, std::uint64_t bytes) : offset(0) {
    ctas = ctas_at_most;
    memory_bytes = bytes;
  }
  const unsigned offset;  ///< of the first of these registers, behind those of the program
};

}  // namespace heddle
