// SPDX-License-Identifier: Apache-2.0
#include "hw/register_virtualization/register_demand.hpp"

#include <algorithm>
#include <functional>

namespace heddle {

RegisterDemand::RegisterDemand(const ptx::Kernel& kernel, unsigned exempt, unsigned warps_per_cta,
                               unsigned ctas, unsigned physical) {
  ClusterCounts all{};
  for (unsigned cta = 0; cta < ctas; ++cta) {
    ClusterCounts claimed{};
    for (unsigned w = cta * warps_per_cta; w < (cta + 1) * warps_per_cta; ++w) {
      ClusterCounts by_warp{};
      for (unsigned r = exempt; r < kernel.registers; ++r) ++by_warp[(w * kernel.registers + r) % clusters];
      of_warp = std::max(of_warp, *std::max_element(by_warp.begin(), by_warp.end()));
      for (unsigned c = 0; c < clusters; ++c)
        claimed[c] = static_cast<std::uint16_t>(claimed[c] + by_warp[c]);
    }
    of_cta = std::max(of_cta, *std::max_element(claimed.begin(), claimed.end()));
    for (unsigned c = 0; c < clusters; ++c) all[c] = static_cast<std::uint16_t>(all[c] + claimed[c]);
  }
  for (const ptx::Instruction& i : kernel.code) {
    ClusterCounts claimed{};
    for (unsigned k = 0; k < i.destination_count; ++k)
      if (i.destinations[k] >= exempt) ++claimed[i.destinations[k] % clusters];
    of_instruction = std::max(of_instruction, *std::max_element(claimed.begin(), claimed.end()));
  }
  fixed_fit_ = exempt * warps_per_cta * ctas <= physical;
  for (unsigned r = exempt * warps_per_cta * ctas; r < physical; ++r) ++capacity[r % clusters];
  suffices = std::equal(all.begin(), all.end(), capacity.begin(), std::less_equal<>());
  balance_capacity = capacity;
  if (suffices || !possible()) balance_capacity.fill(static_cast<std::uint16_t>(ctas * of_cta));
}

bool RegisterDemand::fits(unsigned claimed) const {
  return fixed_fit_ &&
         std::all_of(capacity.begin(), capacity.end(), [=](unsigned c) { return claimed <= c; });
}

}  // namespace heddle
