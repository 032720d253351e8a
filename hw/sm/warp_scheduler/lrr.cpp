// SPDX-License-Identifier: Apache-2.0
#include "hw/sm/warp_scheduler/round_robin.hpp"

namespace heddle {
namespace {

/// Loose round robin (Lee2015 section 6.5): the next ready warp after the one that issued last.
class Lrr final : public WarpScheduler {
 public:
  unsigned pick(const WarpStates& states) override {
    return states.issuable == 0 ? no_warp : order_.next(states.issuable);
  }

 private:
  RoundRobin order_;
};

const Registration<WarpSchedulerEntry> lrr_registration{WarpSchedulerEntry{
    "lrr", "loose round robin", [](const WarpSchedulerOptions&) { return std::make_unique<Lrr>(); }}};

}  // namespace
}  // namespace heddle
