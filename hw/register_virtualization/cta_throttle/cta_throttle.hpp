// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "hw/sim/block.hpp"
#include "models/base/parameter.hpp"
#include "models/ptx/program/program.hpp"
#include "models/register_virtualization/cta_balance.hpp"

namespace heddle {

/// Instructions that can be issued, and registers that can be released, in a cycle.
inline constexpr unsigned throttled_slots = 2, balance_releases = 4;
inline constexpr unsigned balance_claims = throttled_slots * ptx::max_destinations;

/// At the beginning of a launch: registers per cluster, as in CtaBalance::Launch. Of each number 11 bits
/// count. The first CTA starts no sooner than in the third cycle after the last end, when all old decisions
/// are gone.
struct BalanceLaunch {
  std::uint16_t most;
  std::uint16_t margin;
  ClusterCounts capacity;
  bool operator==(const BalanceLaunch&) const = default;
};

/// CTA slots; where a slot is in both, a CTA ends before the next one starts. The registers of a CTA are
/// released no later than in the cycle in which it ends, and before the cycle in which another starts in its
/// slot.
struct CtaChanges {
  CtaSet started;
  CtaSet ended;
  bool operator==(const CtaChanges&) const = default;
};

/// Registers that the issued instructions claim, slot s in elements 4s .. 4s + 3, and registers that are
/// released. Of CTAs and clusters the upper bits do not matter.
struct BalanceChanges {
  Bits<balance_claims> claimed;
  Bits<balance_releases> released;
  std::array<std::uint8_t, throttled_slots> claim_ctas;
  std::array<std::uint8_t, balance_claims> claim_clusters;
  std::array<std::uint8_t, balance_releases> release_ctas;
  std::array<std::uint8_t, balance_releases> release_clusters;
  bool operator==(const BalanceChanges&) const = default;
};

struct AllowedCtas {
  CtaSet ctas;     ///< may issue
  bool throttled;  ///< a live CTA may not
  bool operator==(const AllowedCtas&) const = default;
};

struct CtaThrottlePins : Pins {
  BeatIn<BalanceLaunch> launch{channels, "launch"};
  LevelIn<CtaChanges> cta{channels, "cta"};
  LevelIn<BalanceChanges> change{channels, "change"};
  LevelOut<AllowedCtas> allowed{channels, "allowed"};
};

struct CtaThrottleConfig {
  unsigned guaranteed_ctas = throttled_ctas;

  static constexpr auto parameters() {
    return std::tuple{parameter(&CtaThrottleConfig::guaranteed_ctas, "guaranteed_ctas", "CTAs", 1u,
                                throttled_ctas, "Jeon2015 section 8.1 keeps registers for one",
                                "for which all that they can still claim is kept, as far as there is room")};
  }
};

/// Says which CTAs may issue, so that some of them can always finish although there are fewer registers than
/// all could claim (Jeon2015 section 8.1); CtaBalance has the rule. A decision shows after an edge and
/// follows from the balances before that edge: it does not take the changes on the pins into account. In a
/// cycle a launch acts first, then ends, starts, claims and releases.
class CtaThrottle final : public BlockWith<CtaThrottlePins> {
 public:
  using Config = CtaThrottleConfig;
  using PinsType = CtaThrottlePins;
  static constexpr const char* block_name = "cta_throttle";
  static unsigned settle(const Config& c) { return CtaBalance::counting_edges + c.guaranteed_ctas + 2; }
  /// The same claims and releases count again at each edge.
  static bool rests(const PinsType& pins);

  CtaThrottle(sc_core::sc_module_name name, const Config& config)
      : BlockWith(name), balance_(config.guaranteed_ctas) {}

  Cycle tick(Cycle now) override;

 private:
  CtaBalance balance_;
};

}  // namespace heddle
