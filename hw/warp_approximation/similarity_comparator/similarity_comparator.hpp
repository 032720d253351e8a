// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "hw/sim/feed_forward.hpp"
#include "hw/warp_approximation/pins.hpp"
#include "models/base/parameter.hpp"

namespace heddle {

struct SimilarityComparatorConfig {
  unsigned selects = 0;

  static constexpr auto parameters() {
    return std::tuple{parameter(
        &SimilarityComparatorConfig::selects, "selects", "", 0u, 1u, "Wong2016 section 3.1.1: two stages",
        "1: the stage selects the representative value itself, and its pin does not matter")};
  }
};

/// Second comparison stage, or with `selects` the only one: whether all active lanes agree with the
/// representative value above bit d, and whether a source operand does (Wong2016 section 3.1.1, Fig. 2a). One
/// result a cycle; the answer stands behind the next edge.
class SimilarityComparator final : public FeedForward<SelectedResult, ComparedResult> {
 public:
  using Config = SimilarityComparatorConfig;
  using PinsType = FeedForwardPins<SelectedResult, ComparedResult>;
  static constexpr const char* block_name = "similarity_comparator";
  static unsigned settle(const Config&) { return 2; }

  SimilarityComparator(sc_core::sc_module_name name, const Config& config)
      : FeedForward(name, 1), selects_(config.selects != 0) {}

 private:
  ComparedResult compute(const SelectedResult& request) override;
  bool selects_;
};

}  // namespace heddle
