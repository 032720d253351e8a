// SPDX-License-Identifier: Apache-2.0
#include "models/register_virtualization/release_decoding.hpp"

#include <algorithm>

namespace heddle {

RegisterSet flagged_registers(std::uint8_t flags,
                              const std::array<FlaggedOperand, flagged_operands>& operands) {
  RegisterSet set = 0;
  for (unsigned k = 0; k < flagged_operands; ++k)
    if (flags >> k & 1) set |= first_registers(operands[k].count) << operands[k].first;
  return set;
}

RegisterSet branch_registers(std::uint64_t word) {
  return metadata_of(word) == Metadata::pbr ? decode_pbr(word) : 0;
}

}  // namespace heddle
