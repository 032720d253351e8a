#pragma once

#include <cstdint>
#include <vector>

#include "models/ptx/control_flow.hpp"
#include "models/ptx/draft.hpp"

namespace heddle::ptx {

/// Which architected register (the lower of an aligned pair for 64 bits) or predicate each virtual register
/// has.
struct Allocation {
  std::vector<std::uint32_t> number;  ///< by RegisterId
  std::uint32_t registers = 0, predicates = 0;
};

/// Colours the interference graph greedily in the order of the registers' first writes. No limit is applied
/// here.
Allocation allocate_registers(const DraftKernel&, const ControlFlow&);

}  // namespace heddle::ptx
