// SPDX-License-Identifier: Apache-2.0
#include <array>

#include "models/ptx/program/program.hpp"
#include "models/register_virtualization/cta_balance.hpp"
#include "tb/estimate/stimulus.hpp"

namespace heddle::estimate {
namespace {

/// Eight CTAs, each of which may claim 32 registers of a cluster and holds about half of them in steady
/// state.
PinSequence claim(const RtlParameters&, unsigned operations, Random& random) {
  constexpr unsigned slots = 2, claims = slots * ptx::max_destinations, releases = 4, most = 32;
  PinSequence sequence({{"launch_most_i", 16},
                        {"launch_margin_i", 16},
                        {"launch_capacity_i", 16 * clusters},
                        {"launch_valid_i", 1},
                        {"cta_started_i", throttled_ctas},
                        {"cta_ended_i", throttled_ctas},
                        {"change_claimed_i", claims},
                        {"change_released_i", releases},
                        {"change_claim_ctas_i", 8 * slots},
                        {"change_claim_clusters_i", 8 * claims},
                        {"change_release_ctas_i", 8 * releases},
                        {"change_release_clusters_i", 8 * releases}});
  constexpr std::array<std::uint32_t, clusters> capacity{128, 128, 128, 128};
  std::array<std::array<unsigned, clusters>, throttled_ctas> held{};
  std::array<std::uint32_t, slots> claim_ctas{};
  std::array<std::uint32_t, claims> claim_clusters{};
  std::array<std::uint32_t, releases> release_ctas{}, release_clusters{};
  for (unsigned n = 0; n < operations; ++n) {
    unsigned claimed = 0, released = 0;
    for (unsigned s = 0; s < slots; ++s) {
      claim_ctas[s] = random.below(throttled_ctas);
      unsigned& of = held[claim_ctas[s]][claim_clusters[s * ptx::max_destinations] = random.below(clusters)];
      if (of == most || random.one_in(2)) continue;
      ++of;
      claimed |= 1u << s * ptx::max_destinations;
    }
    for (unsigned p = 0; p < releases; ++p) {
      unsigned& of =
          held[release_ctas[p] = random.below(throttled_ctas)][release_clusters[p] = random.below(clusters)];
      if (of < most / 2 || random.one_in(2)) continue;
      --of;
      released |= 1u << p;
    }
    sequence.append(0, most);
    sequence.append(1, 6);
    sequence.append(2, packed<16>(capacity));
    sequence.append(3, n == 0);
    sequence.append(4, n == 0 ? 0xffu : 0);
    sequence.append(5, 0);
    sequence.append(6, claimed);
    sequence.append(7, released);
    sequence.append(8, packed<8>(claim_ctas));
    sequence.append(9, packed<8>(claim_clusters));
    sequence.append(10, packed<8>(release_ctas));
    sequence.append(11, packed<8>(release_clusters));
  }
  return sequence;
}

const Registration<Stimulus> cta_throttle_stimulus{
    {.name = "cta_throttle",
     .random_description =
         "eight CTAs, a register claimed in every cycle and as many given back, so that each CTA holds about "
         "half of its own",
     .random = claim}};

}  // namespace
}  // namespace heddle::estimate
