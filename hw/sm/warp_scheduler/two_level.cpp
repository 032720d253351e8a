// SPDX-License-Identifier: Apache-2.0
#include "hw/sm/warp_scheduler/round_robin.hpp"

namespace heddle {
namespace {

/// Two levels (Jeon2015 section 9, Wong2016 section 5.1; GPGPU-Sim's two_level_active): only warps of a small
/// active set issue, in loose round robin. One that waits for long leaves the set; pending warps that do not
/// wait take its place, also in round robin.
class TwoLevel final : public WarpScheduler {
 public:
  explicit TwoLevel(unsigned size) : size_(size) {}

  unsigned pick(const WarpStates& states) override {
    const WarpMask near = states.live & ~states.waiting;
    active_ &= near;
    auto free = static_cast<int>(size_) - std::popcount(active_);
    for (WarpMask pending = near & ~active_; free > 0 && pending != 0; --free) {
      const WarpMask entering = WarpMask{1} << arrivals_.next(pending);
      active_ |= entering;
      pending &= ~entering;
    }
    const WarpMask choice = states.issuable & active_;
    return choice == 0 ? no_warp : order_.next(choice);
  }
  WarpMask considered() const override { return active_; }

 private:
  const unsigned size_;
  WarpMask active_ = 0;
  RoundRobin arrivals_, order_;
};

const Registration<WarpSchedulerEntry> two_level_registration{WarpSchedulerEntry{
    "two_level", "round robin in an active set; warps that wait for memory are pending",
    [](const WarpSchedulerOptions& options) { return std::make_unique<TwoLevel>(options.active_warps); }}};

}  // namespace
}  // namespace heddle
