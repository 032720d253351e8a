// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "hw/sm/types/in_flight.hpp"

namespace heddle {

/// Gives the results of the broadcast lane, including predicates, to all active lanes.
inline void broadcast_result(InFlight& f) {
  const auto from = static_cast<unsigned>(f.lanes.broadcast);
  for (unsigned k = 0; k < f.instruction->destination_count; ++k) {
    WarpRegister& result = f.operands.destination[k];
    const std::uint32_t value = result[from];
    for (unsigned lane = 0; lane < warp_size; ++lane)
      if ((f.lanes.active >> lane & 1) != 0) result[lane] = value;
  }
  for (unsigned k = 0; k < f.instruction->predicate_count; ++k)
    f.operands.predicate[k] = (f.operands.predicate[k] >> from & 1) != 0 ? f.lanes.active : 0;
}

}  // namespace heddle
