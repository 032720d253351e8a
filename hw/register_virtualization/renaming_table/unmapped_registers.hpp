// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>

#include "hw/sim/bits.hpp"
#include "models/register_virtualization/renaming_map.hpp"

namespace heddle {

/// Physical registers whose mapping has ended, by bank of the renaming table that held it; 0 where there is
/// none.
struct UnmappedRegisters {
  Bits<table_banks> valid;
  std::array<RegisterId, table_banks> registers;
  bool operator==(const UnmappedRegisters&) const = default;
};

}  // namespace heddle
