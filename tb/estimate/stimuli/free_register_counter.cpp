// SPDX-License-Identifier: Apache-2.0
#include <array>

#include "hw/register_virtualization/free_register_counter/free_register_counter.hpp"
#include "tb/estimate/stimulus.hpp"

namespace heddle::estimate {
namespace {

/// In each cycle two instructions claim a register each, and two registers are freed, in any clusters.
PinSequence count_claims(const RtlParameters&, unsigned operations, Random& random) {
  PinSequence sequence({{"launch_counts_i", 16 * clusters},
                        {"launch_valid_i", 1},
                        {"claim_valid_i", counted_claims},
                        {"claim_clusters_i", 2 * counted_claims},
                        {"freed_valid_i", clusters},
                        {"freed_registers_i", 16 * clusters}});
  constexpr std::array<std::uint32_t, clusters> capacity{128, 128, 128, 128};
  std::array<std::uint32_t, clusters> freed{};
  std::uint32_t claims = 0;
  for (unsigned n = 0; n < operations; ++n) {
    for (const unsigned lane : {0u, static_cast<unsigned>(ptx::max_destinations)})
      claims = (claims & ~(3u << 2 * lane)) | random.below(clusters) << 2 * lane;
    for (unsigned k = 0; k < 2; ++k) freed[k] = random.below(1024);
    sequence.append(0, packed<16>(capacity));
    sequence.append(1, n == 0);
    sequence.append(2, 0x11);
    sequence.append(3, claims);
    sequence.append(4, 3);
    sequence.append(5, packed<16>(freed));
  }
  return sequence;
}

const Registration<Stimulus> free_register_counter_stimulus{
    {.name = "free_register_counter",
     .random_description = "two registers claimed and two freed in every cycle, in any clusters",
     .random = count_claims}};

}  // namespace
}  // namespace heddle::estimate
