// SPDX-License-Identifier: Apache-2.0
#include <bit>

#include "hw/sm/warp_scheduler/warp_scheduler.hpp"

namespace heddle {
namespace {

/// Greedy then oldest (Lee2015 section 6.5): the same warp until it stalls, then the oldest that is ready.
class Gto final : public WarpScheduler {
 public:
  unsigned pick(const WarpStates& states) override {
    const WarpMask ready = states.issuable;
    if (ready == 0) return no_warp;
    if (ready >> last_ & 1) return last_;
    last_ = static_cast<unsigned>(std::countr_zero(ready));
    for (WarpMask rest = ready & (ready - 1); rest != 0; rest &= rest - 1)
      if (const auto w = static_cast<unsigned>(std::countr_zero(rest)); states.age[w] < states.age[last_])
        last_ = w;
    return last_;
  }

 private:
  unsigned last_ = 0;
};

const Registration<WarpSchedulerEntry> gto_registration{WarpSchedulerEntry{
    "gto", "greedy then oldest", [](const WarpSchedulerOptions&) { return std::make_unique<Gto>(); }}};

}  // namespace
}  // namespace heddle
