// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

#include "models/base/warp_register.hpp"

namespace heddle {

/// Which lanes of its warp an instruction concerns, stage by stage. They differ only where a LaneSelector has
/// said so; else all lanes are read, and the active ones are executed and written.
struct Lanes {
  LaneMask active = 0;        ///< of the program: active in the SIMT stack, and past the guard
  LaneMask read = all_lanes;  ///< whose source operands are used; see RegisterEncoding::read_lanes
  LaneMask executed = 0;      ///< that the pipelines work on
  LaneMask written = 0;  ///< of the destination registers; predicates are written for all that are active
  std::int8_t broadcast = -1;  ///< the executed lane whose result all active lanes get; -1: each has its own

  /// Does one lane execute for all?
  bool one_for_all() const { return broadcast >= 0 && executed == 1u << broadcast; }
};

/// As the program says.
constexpr Lanes lanes_of(LaneMask active) {
  return {.active = active, .executed = active, .written = active};
}

}  // namespace heddle
