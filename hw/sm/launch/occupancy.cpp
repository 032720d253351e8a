// SPDX-License-Identifier: Apache-2.0
#include "hw/sm/launch/occupancy.hpp"

#include <algorithm>
#include <array>

#include "models/base/warp_register.hpp"

namespace heddle {

Occupancy occupancy(std::uint32_t threads_per_cta, std::uint32_t registers, std::uint32_t shared_bytes,
                    const SmConfig& config) {
  Occupancy result;
  result.warps_per_cta = (threads_per_cta + warp_size - 1) / warp_size;
  struct Limit {
    unsigned ctas;
    std::string_view name;
  };
  const std::array limits{
      Limit{config.ctas, "CTAs"}, Limit{config.warps / result.warps_per_cta, "warps"},
      Limit{config.threads / threads_per_cta, "threads"},
      Limit{config.registers / (std::max(1u, registers) * result.warps_per_cta), "registers"},
      Limit{shared_bytes == 0 ? config.ctas : config.load_store.shared_bytes / shared_bytes,
            "shared memory"}};
  const Limit& least = *std::min_element(limits.begin(), limits.end(),
                                         [](const Limit& a, const Limit& b) { return a.ctas < b.ctas; });
  result.ctas = least.ctas;
  result.limit = least.name;
  return result;
}

}  // namespace heddle
