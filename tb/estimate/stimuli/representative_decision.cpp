// SPDX-License-Identifier: Apache-2.0
#include <array>
#include <string>

#include "models/ptx/program/program.hpp"
#include "models/warp_approximation/similar_registers.hpp"
#include "tb/estimate/stimulus.hpp"

namespace heddle::estimate {
namespace {

/// An instruction in each cycle, of up to three sources.
PinSequence decide(const RtlParameters&, unsigned operations, Random& random) {
  constexpr unsigned entries = ptx::max_sources * divergence_paths;
  PinSequence sequence({{"req_active_i", 32},
                        {"req_read_i", 32},
                        {"req_lanes_i", 64},
                        {"req_representative_i", 16},
                        {"req_known_i", 8 * entries},
                        {"req_sources_i", ptx::max_sources},
                        {"req_level_i", similarity_bits},
                        {"req_enough_i", 2},
                        {"req_valid_i", 1}});
  std::array<std::uint32_t, entries> known{};
  for (unsigned n = 0; n < operations; ++n) {
    const bool split = random.one_in(4);
    const auto first = split ? static_cast<std::uint32_t>(random()) : all_lanes;
    const std::array<std::uint32_t, divergence_paths> lanes{first, ~first};
    const std::array<std::uint32_t, divergence_paths> representative{random.below(warp_size),
                                                                     random.below(warp_size)};
    const unsigned sources = random.below(4);
    for (unsigned k = 0; k < divergence_paths * sources; ++k)
      known[k] =
          RegisterSimilarity{random.one_in(2), random.one_in(4), static_cast<std::uint8_t>(random.below(9))}
              .pins();
    sequence.append(0, split && random.one_in(2) ? ~first : first);
    sequence.append(1, all_lanes);
    sequence.append(2, lanes);
    sequence.append(3, packed<8>(representative));
    sequence.append(4, packed<8>(known));
    sequence.append(5, (1u << sources) - 1);
    sequence.append(6, 4);
    sequence.append(7, random.below(4));
    sequence.append(8, 1);
  }
  return sequence;
}

const Registration<Stimulus> representative_decision_stimulus{
    {.name = "representative_decision",
     .random_description =
         "up to three sources, of which half are similar and a quarter scalars; a quarter of "
         "the warps are split, and all lanes of one path active",
     .random = decide}};

}  // namespace
}  // namespace heddle::estimate
