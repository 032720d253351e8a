// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "hw/sm/types/in_flight.hpp"

namespace heddle {

/// Lanes of an instruction that wait for a line.
struct LineWaiter {
  InFlight* instruction = nullptr;
  LaneMask lanes = 0;
  std::uint8_t fragment = 0;
};

}  // namespace heddle
