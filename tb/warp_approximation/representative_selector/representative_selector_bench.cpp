// SPDX-License-Identifier: Apache-2.0
#include "tb/cosim/bench/cosim_entry.hpp"
#include "tb/cosim/bench/feed_forward_bench.hpp"
#include "tb/warp_approximation/lane_masks.hpp"
#include "tb/warp_approximation/representative_selector/representative_selector_coverage.hpp"

namespace heddle {
namespace {

/// Masks of all shapes; one in eight is the one before again.
class RepresentativeSelectorBench final : public FeedForwardBench<RepresentedLanes, RepresentativeLane> {
 public:
  using Block = RepresentativeSelector;
  RepresentativeSelectorBench(const RepresentativeSelectorConfig&, std::uint64_t seed)
      : FeedForwardBench(1, seed) {}

 private:
  void draw(BurstPlace, RepresentedLanes& request) override {
    if (!random.one_in(8)) request.active = masks_.draw(random);
  }

  LaneMasks masks_;
};

const Registration<CosimEntry> registration{
    cosim_entry<RepresentativeSelectorBench, RepresentativeSelectorCoverage>()};

}  // namespace
}  // namespace heddle
