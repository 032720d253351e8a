// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "models/base/random.hpp"
#include "tb/register_virtualization/cta_throttle/throttled_sm.hpp"

namespace heddle {

/// Short launches of one or a few CTAs whose balances in one cluster nearly equal the free registers, or
/// these less the margin, so that every claim and release decides. CTAs that are not live claim, too.
class CloseCalls {
 public:
  explicit CloseCalls(std::uint64_t seed) : random_(seed) {}
  ThrottleInputs next();

 private:
  ThrottleInputs begin();
  BalanceChanges draw_changes();

  Random random_;
  unsigned left_ = 0, cluster_ = 0, cta_ = 0;
};

}  // namespace heddle
