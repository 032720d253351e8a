// SPDX-License-Identifier: Apache-2.0
#include "tb/cosim/bench/cosim_entry.hpp"
#include "tb/cosim/bench/feed_forward_bench.hpp"
#include "tb/warp_approximation/comparison_stimulus.hpp"
#include "tb/warp_approximation/similarity_comparator/similarity_comparator_coverage.hpp"

namespace heddle {
namespace {

/// The representative value is in three of four requests that of the lowest active lane, as a selector gives
/// it.
class SimilarityComparatorBench final : public FeedForwardBench<SelectedResult, ComparedResult> {
 public:
  using Block = SimilarityComparator;
  SimilarityComparatorBench(const SimilarityComparatorConfig&, std::uint64_t seed)
      : FeedForwardBench(1, seed), stimulus_(seed) {}

 private:
  void draw(BurstPlace, SelectedResult& request) override {
    stimulus_.draw(request);
    request.representative = random.one_in(4)
                                 ? stimulus_.near_value(request.data, request.active, request.d.value)
                                 : representative_value(request.data, request.active);
  }

  ComparisonStimulus stimulus_;
};

const Registration<CosimEntry> registration{
    cosim_entry<SimilarityComparatorBench, SimilarityComparatorCoverage>()};

}  // namespace
}  // namespace heddle
