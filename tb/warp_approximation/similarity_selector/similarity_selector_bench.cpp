// SPDX-License-Identifier: Apache-2.0
#include "tb/cosim/bench/cosim_entry.hpp"
#include "tb/cosim/bench/feed_forward_bench.hpp"
#include "tb/warp_approximation/comparison_stimulus.hpp"
#include "tb/warp_approximation/similarity_selector/similarity_selector_coverage.hpp"

namespace heddle {
namespace {

class SimilaritySelectorBench final : public FeedForwardBench<ExecutedResult, SelectedResult> {
 public:
  using Block = SimilaritySelector;
  SimilaritySelectorBench(const SimilaritySelectorConfig&, std::uint64_t seed)
      : FeedForwardBench(1, seed), stimulus_(seed) {}

 private:
  void draw(BurstPlace, ExecutedResult& request) override { stimulus_.draw(request); }

  ComparisonStimulus stimulus_;
};

const Registration<CosimEntry> registration{
    cosim_entry<SimilaritySelectorBench, SimilaritySelectorCoverage>()};

}  // namespace
}  // namespace heddle
