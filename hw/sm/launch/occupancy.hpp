// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string_view>

#include "hw/sm/types/sm_config.hpp"

namespace heddle {

/// How many CTAs of a kernel an SM holds at a time, and what keeps it from holding one more.
struct Occupancy {
  unsigned warps_per_cta = 0, ctas = 0;
  std::string_view limit{};  ///< "CTAs", "warps", "threads", "registers" or "shared memory"
  unsigned warps() const { return ctas * warps_per_cta; }
};

/// `registers` a thread, `shared_bytes` a CTA. A CTA that does not fit at all gives 0.
Occupancy occupancy(std::uint32_t threads_per_cta, std::uint32_t registers, std::uint32_t shared_bytes,
                    const SmConfig& config);

}  // namespace heddle
