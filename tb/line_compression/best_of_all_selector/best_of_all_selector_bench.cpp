// SPDX-License-Identifier: Apache-2.0
#include "hw/line_compression/best_of_all_selector/best_of_all_selector.hpp"
#include "tb/cosim/bench/cosim_entry.hpp"
#include "tb/line_compression/best_of_all_selector/best_of_all_selector_coverage.hpp"
#include "tb/line_compression/best_of_all_selector/candidates_stimulus.hpp"

namespace heddle {
namespace {

/// Candidates of all kinds, back to back and alone. What follows a line of 64 bytes on the pins is anything.
class BestOfAllSelectorBench final : public FeedForwardBench<CompressedCandidates, CompressedLine> {
 public:
  using Block = BestOfAllSelector;
  BestOfAllSelectorBench(const BestOfAllSelectorConfig& config, std::uint64_t seed)
      : FeedForwardBench(config.latency, seed), candidates_(seed + 1, config) {}

 private:
  void draw(BurstPlace, CompressedCandidates& request) override { candidates_.draw(request); }

  CandidatesStimulus candidates_;
};

const Registration<CosimEntry> registration{cosim_entry<BestOfAllSelectorBench, BestOfAllSelectorCoverage>()};

}  // namespace
}  // namespace heddle
