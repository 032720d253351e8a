// SPDX-License-Identifier: Apache-2.0
#include "hw/warp_approximation/similarity_selector/similarity_selector.hpp"

#include "hw/sim/block_entry.hpp"

namespace heddle {

SelectedResult SimilaritySelector::compute(const ExecutedResult& request) {
  const auto& [data, active, d, input] = request;
  return {data, active, d, input, representative_value(data, active)};
}

static const Registration<BlockEntry> registration{block_entry<SimilaritySelector>("warp_approximation")};

}  // namespace heddle
