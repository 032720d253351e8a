// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <span>

namespace heddle {

/// Who reads or writes memory: a warp, numbered through the launch, and what barriers have shown it of its
/// CTA (see BarrierClocks).
struct MemoryAgent {
  std::uint32_t warp = 0, cta = 0;
  std::uint32_t time = 0;                 ///< of what it does
  std::uint32_t seen_of_all = 0;          ///< what anyone in the CTA did before this time came before
  std::uint32_t first = 0;                ///< the CTA's first warp
  std::span<const std::uint32_t> seen{};  ///< the same as seen_of_all of each warp of the CTA; may be empty

  /// Did what warp `other` of this CTA did at time `then` come before whatever the agent does?
  bool has_seen(std::uint32_t other, std::uint32_t then) const {
    return then < seen_of_all || (other - first < seen.size() && then < seen[other - first]);
  }
};

/// The agent that stands for accesses from outside of the launch: by the host, or by the memory system.
inline constexpr MemoryAgent outsider{.warp = ~0u, .cta = ~0u};

}  // namespace heddle
