// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "models/base/warp_register.hpp"

namespace heddle {

/// A register whose lanes all have the value that lane `lane` (0 to 31) of `data` has: a similar scalar on
/// its way to all lanes (Wong2016, sections 3.1.3 and 3.2).
constexpr WarpRegister broadcast(const WarpRegister& data, unsigned lane) {
  WarpRegister all;
  for (auto& value : all.lane) value = data[lane];
  return all;
}

}  // namespace heddle
