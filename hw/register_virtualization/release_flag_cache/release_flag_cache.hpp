// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "hw/sim/block.hpp"
#include "models/base/parameter.hpp"
#include "models/register_virtualization/release_flags.hpp"

namespace heddle {

/// Words that a fetch reads at once: each may be a pir.
inline constexpr unsigned probed_words = 2;

/// Addresses of code, in words of eight bytes from the kernel's first.
struct FlagProbes {
  Bits<probed_words> valid;
  std::array<std::uint16_t, probed_words> addresses;
  bool operator==(const FlagProbes&) const = default;
};

/// A pir that has been decoded.
struct FlagFill {
  std::uint16_t address;
  Bits<flag_bits_of_pir> flags;  ///< three bits an instruction, the first in the lowest
  bool operator==(const FlagFill&) const = default;
};

struct FlagReset {
  bool all;  ///< other code lies at the addresses from now on
  bool operator==(const FlagReset&) const = default;
};

/// By probe; 0 where the cache has no flags.
struct FlagHits {
  Bits<probed_words> hit;
  std::array<std::uint64_t, probed_words> flags;
  bool operator==(const FlagHits&) const = default;
};

struct ReleaseFlagCachePins : Pins {
  LevelIn<FlagProbes> probe{channels, "probe"};
  BeatIn<FlagFill> fill{channels, "fill"};
  LevelIn<FlagReset> drop{channels, "drop"};  ///< acts before the fill of its cycle
  LevelOut<FlagHits> answer{channels, "answer"};
};

struct ReleaseFlagCacheConfig {
  unsigned entries = 10;

  static constexpr auto parameters() {
    using C = ReleaseFlagCacheConfig;
    return std::tuple{parameter(&C::entries, "entries", "entries", 0u, most_flag_entries,
                                "Jeon2015 section 7.2 and Fig. 13",
                                "pir instructions whose 54 flags are kept; with 0 there is no cache")};
  }
};

/// Keeps the flags of pir instructions, so that warps of a kernel need not fetch and decode each again
/// (Jeon2015 section 7.2): direct mapped by the word's address, shared by all warps. A probe is answered
/// after the next edge; it sees the cache as it was before that edge.
class ReleaseFlagCache final : public BlockWith<ReleaseFlagCachePins> {
 public:
  using Config = ReleaseFlagCacheConfig;
  using PinsType = ReleaseFlagCachePins;
  static constexpr const char* block_name = "release_flag_cache";
  static unsigned settle(const Config&) { return 2; }

  ReleaseFlagCache(sc_core::sc_module_name name, const Config& config)
      : BlockWith(name), flags_(config.entries) {}

  Cycle tick(Cycle now) override;

 private:
  ReleaseFlags flags_;
};

}  // namespace heddle
