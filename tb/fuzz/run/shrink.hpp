// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>

#include "tb/fuzz/run/check_case.hpp"

namespace heddle::fuzz {

struct ShrinkLimits {
  unsigned attempts = 600;  ///< cases tried
  double seconds = 240;
};

/// The smallest failing case that `attempts` attempts have found.
struct Shrunk {
  Case c{};
  unsigned attempts = 0;
};

/// Makes a failing case smaller while `still_fails` says that it fails: cuts statements and subtrees, takes
/// fewer threads and CTAs, simpler flags, a simpler machine. Only the first machine is kept.
Shrunk shrink(Case c, const std::function<bool(const Case&)>& still_fails, const ShrinkLimits& limits = {});

}  // namespace heddle::fuzz
