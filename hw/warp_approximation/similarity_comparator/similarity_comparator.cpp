// SPDX-License-Identifier: Apache-2.0
#include "hw/warp_approximation/similarity_comparator/similarity_comparator.hpp"

#include "hw/sim/block_entry.hpp"

namespace heddle {

ComparedResult SimilarityComparator::compute(const SelectedResult& request) {
  const auto& [data, active, d, input, selected] = request;
  const std::uint32_t representative = selects_ ? representative_value(data, active) : selected;
  const std::uint32_t differing = differing_bits(data, active, representative);
  return {data,           active,
          representative, d_similar(differing, 0, d.value),
          differing == 0, d_similar(input, representative, d.value)};
}

static const Registration<BlockEntry> registration{block_entry<SimilarityComparator>("warp_approximation")};

}  // namespace heddle
