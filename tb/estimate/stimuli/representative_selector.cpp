// SPDX-License-Identifier: Apache-2.0
#include "tb/estimate/stimulus.hpp"

namespace heddle::estimate {
namespace {

/// Three of four masks have all lanes active.
PinSequence select_lane(const RtlParameters&, unsigned operations, Random& random) {
  PinSequence sequence({{"req_active_i", 32}, {"req_valid_i", 1}});
  for (unsigned n = 0; n < operations; ++n) {
    sequence.append(0, random.one_in(4) ? static_cast<std::uint32_t>(random()) : all_lanes);
    sequence.append(1, 1);
  }
  return sequence;
}

const Registration<Stimulus> representative_selector_stimulus{
    {.name = "representative_selector",
     .random_description = "all lanes active in three of four masks, any lanes in the others",
     .random = select_lane}};

}  // namespace
}  // namespace heddle::estimate
