// SPDX-License-Identifier: Apache-2.0
#include "tb/cosim/bench/cosim_entry.hpp"
#include "tb/cosim/bench/feed_forward_bench.hpp"
#include "tb/warp_approximation/lane_masks.hpp"
#include "tb/warp_approximation/representative_decision/representative_decision_coverage.hpp"

namespace heddle {
namespace {

/// Whole warps and split ones, of which all lanes of a path are active, or some, or some of both; sources
/// that are similar, stored, or known to be equal, with a d at the limit of the level; often one source is
/// all that stands against one lane.
class RepresentativeDecisionBench final : public FeedForwardBench<CollectedInstruction, DecidedLanes> {
 public:
  using Block = RepresentativeDecision;
  RepresentativeDecisionBench(const RepresentativeDecisionConfig&, std::uint64_t seed)
      : FeedForwardBench(1, seed) {}

 private:
  void draw(BurstPlace, CollectedInstruction& r) override {
    const unsigned kind = random.below(16);
    if (kind == 0) return;  // the same again
    if (kind > 3) draw_paths(r);
    draw_lanes(r);
    draw_sources(r);
  }

  void draw_paths(CollectedInstruction& r) {
    r.lanes[0] = random.one_in(2) ? all_lanes : masks_.draw(random);
    r.lanes[1] = random.one_in(8) ? masks_.draw(random) : ~r.lanes[0];
    for (std::uint8_t& lane : r.representative)
      lane = static_cast<std::uint8_t>(random.one_in(8) ? random() : turn_++ % warp_size);
  }

  void draw_lanes(CollectedInstruction& r) {
    const LaneMask of_path = r.lanes[random.below(divergence_paths)];
    const unsigned kind = random.below(8);
    r.active = of_path;
    if (kind == 0) r.active = masks_.draw(random);
    if (kind == 1) r.active = of_path ^ LaneMask { 1 } << random.below(warp_size);
    if (kind == 2) r.active = of_path & static_cast<LaneMask>(random());
    r.read = random.one_in(2) ? all_lanes : random.one_in(2) ? r.active : static_cast<LaneMask>(random());
    r.enough.value = static_cast<std::uint8_t>(random.below(4));
  }

  void draw_sources(CollectedInstruction& r) {
    const unsigned count = random.below(ptx::max_sources + 1);
    r.sources.value = static_cast<std::uint8_t>(random.one_in(8) ? random() & 63 : (1u << count) - 1);
    r.level.value = static_cast<std::uint8_t>(random.one_in(4) ? 0 : random.below(most_similarity + 1));
    for (std::uint8_t& known : r.known) {
      // At the level, one above, one below, or 0.
      const unsigned near = r.level.value + random.below(3) - 1;
      const unsigned d = random.one_in(4) ? near : random.one_in(3) ? r.level.value : 0;
      known =
          RegisterSimilarity{true, random.one_in(2), static_cast<std::uint8_t>(d & most_similarity)}.pins();
    }
    if (random.one_in(2)) return;
    const std::size_t one = random.below(static_cast<unsigned>(r.known.size()));
    r.known[one] =
        static_cast<std::uint8_t>(random.one_in(2) ? r.known[one] ^ 1u << random.below(8) : random());
  }

  LaneMasks masks_;
  unsigned turn_ = 0;
};

const Registration<CosimEntry> registration{
    cosim_entry<RepresentativeDecisionBench, RepresentativeDecisionCoverage>()};

}  // namespace
}  // namespace heddle
