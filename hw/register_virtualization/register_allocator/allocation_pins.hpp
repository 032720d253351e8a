// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>

#include "hw/sim/bits.hpp"
#include "models/register_file/register_banks.hpp"

// The pins between the renaming table and the register allocator.

namespace heddle {

/// Requests of a cycle, two a cluster: bit 2c + k is request k of cluster c.
inline constexpr unsigned allocations = 2 * clusters;

struct AllocationRequests {
  Bits<allocations> valid;
  bool operator==(const AllocationRequests&) const = default;
};

/// By request; 0 where there was none, or where no register was left.
struct AllocatedRegisters {
  Bits<allocations> valid;
  std::array<RegisterId, allocations> registers;
  bool operator==(const AllocatedRegisters&) const = default;
};

}  // namespace heddle
