// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "hw/sim/feed_forward.hpp"
#include "hw/warp_approximation/pins.hpp"
#include "models/base/parameter.hpp"

namespace heddle {

struct SimilaritySelectorConfig {
  static constexpr auto parameters() { return std::tuple{}; }
};

/// First comparison stage: selects the value of the lowest active lane, with which a similarity_comparator
/// compares the others (Wong2016 section 3.1.1, Fig. 2a). One result a cycle; the answer stands behind the
/// next edge.
class SimilaritySelector final : public FeedForward<ExecutedResult, SelectedResult> {
 public:
  using Config = SimilaritySelectorConfig;
  using PinsType = FeedForwardPins<ExecutedResult, SelectedResult>;
  static constexpr const char* block_name = "similarity_selector";
  static unsigned settle(const Config&) { return 2; }

  SimilaritySelector(sc_core::sc_module_name name, const Config&) : FeedForward(name, 1) {}

 private:
  SelectedResult compute(const ExecutedResult& request) override;
};

}  // namespace heddle
