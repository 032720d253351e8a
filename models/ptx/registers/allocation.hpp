// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <vector>

#include "models/ptx/draft/draft.hpp"
#include "models/ptx/flow/control_flow.hpp"

namespace heddle::ptx {

/// Which architected register (the lower of an aligned pair for 64 bits) or predicate each virtual register
/// has.
struct Allocation {
  std::vector<std::uint32_t> number;  ///< by RegisterId
  std::uint32_t registers = 0, predicates = 0;
};

/// Colours the interference graph greedily in the order of the registers' first writes; 64-bit values get
/// aligned pairs, the registers of a vector access consecutive numbers aligned to their size. No limit is
/// applied here.
Allocation allocate_registers(const DraftKernel&, const ControlFlow&);

struct SpillCount {
  std::uint32_t registers = 0, predicates = 0;  ///< virtual registers that live in memory
};

/// Allocates within `limit` registers and max_predicates predicates; what does not fit lives in the kernel's
/// stack frame. Throws Error without a place when an instruction alone needs more than the
/// limit, or when the function is larger than what tables of its registers can be made for.
Allocation allocate_within(DraftKernel&, std::uint32_t limit, SpillCount&);

}  // namespace heddle::ptx
