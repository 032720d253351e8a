// SPDX-License-Identifier: Apache-2.0
// A warp scheduler of a user's own, as a plug-in: of the warps that could issue, the one that has issued the
// fewest instructions goes first, so that all warps come forward alike.
//
//   heddle run pathfinder --plugin libfewest_issued.so --set sm.scheduler=fewest_issued
#include <array>
#include <bit>
#include <utility>

#include "hw/sm/warp_scheduler/warp_scheduler.hpp"
#include "models/base/plugin.hpp"
#include "models/base/registry.hpp"

HEDDLE_PLUGIN

namespace mine {
namespace {

class FewestIssued final : public heddle::WarpScheduler {
 public:
  unsigned pick(const heddle::WarpStates& states) override {
    unsigned best = heddle::no_warp;
    for (heddle::WarpMask rest = states.issuable; rest != 0; rest &= rest - 1) {
      const auto w = static_cast<unsigned>(std::countr_zero(rest));
      if (std::exchange(age_[w], states.age[w]) != states.age[w]) issued_[w] = 0;  // another warp
      if (best == heddle::no_warp || issued_[w] < issued_[best]) best = w;
    }
    if (best != heddle::no_warp) ++issued_[best];
    return best;
  }

 private:
  std::array<std::uint64_t, heddle::no_warp> issued_{}, age_{};  ///< by warp slot
};

const heddle::Registration<heddle::WarpSchedulerEntry> registration{heddle::WarpSchedulerEntry{
    "fewest_issued", "the warp that has issued the fewest instructions",
    [](const heddle::WarpSchedulerOptions&) { return std::make_unique<FewestIssued>(); }}};

}  // namespace
}  // namespace mine
