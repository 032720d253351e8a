// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "hw/sm/banks/bank_power.hpp"
#include "hw/sm/hooks/sm_hooks.hpp"
#include "models/base/ring.hpp"

namespace heddle {

/// Clears registers whose contents are no longer needed: those of warps that have ended, and those that a
/// mapper has released. It passes one range a cycle to the encoding and to the bank power.
class RegisterClearing {
 public:
  /// `power` is null when all banks are always on.
  RegisterClearing(const SmHooks& hooks, BankPower* power)
      : encoding_(*hooks.encoding()), mapper_(hooks.mapper()), power_(power) {}

  void clear(RegisterRange range) { ended_.push(range); }
  /// Nothing waits: a CTA may begin.
  bool empty() const { return ended_.empty(); }
  /// Once a cycle.
  void tick() {
    if (!ended_.empty() || mapper_ != nullptr) clear_next();
  }

 private:
  void clear_next();

  RegisterEncoding& encoding_;
  RegisterMapper* const mapper_;
  BankPower* const power_;
  Ring<RegisterRange> ended_;
};

}  // namespace heddle
