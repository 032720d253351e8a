// SPDX-License-Identifier: Apache-2.0
#include "models/register_virtualization/renaming_budget.hpp"

#include <algorithm>
#include <bit>

#include "models/base/error.hpp"

namespace heddle {

unsigned RenamingBudget::entry_bits() const {
  return std::max(1u, static_cast<unsigned>(std::bit_width(physical_registers - 1)));
}

std::uint32_t RenamingBudget::renamed_registers(std::uint32_t warps) const {
  if (warps == 0)
    throw Error(
        {.place = "renaming table", .what = "no warps are resident", .value = "0", .legal = "1 or more"});
  return entries() / warps;
}

}  // namespace heddle
