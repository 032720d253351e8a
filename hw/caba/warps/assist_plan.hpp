// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <map>
#include <utility>

#include "hw/caba/user/live_code.hpp"
#include "hw/sm/types/kernel_plan.hpp"

namespace heddle {

/// Registers of a thread for its assist warps, all windows together, or of an SM for all of them, and device
/// memory and shared memory of the user subroutines.
struct AssistPlan final : KernelPlan {
  AssistPlan(unsigned of_thread, unsigned from, unsigned of_sm, unsigned at_a_time, std::uint64_t bytes,
             std::uint32_t in_sm, std::map<unsigned, LiveCode> shared)
      : offset(from), most(at_a_time), live(std::move(shared)) {
    registers = of_thread;
    sm_registers = of_sm;
    memory_bytes = bytes;
    sm_shared_bytes = in_sm;
    shares_registers = !live.empty();
  }
  const unsigned offset;                    ///< of the first of these registers, behind those of the program
  const unsigned most;                      ///< assist warps that have registers at a time
  const std::map<unsigned, LiveCode> live;  ///< by SR.ID, of those that share registers with their parents
};

}  // namespace heddle
