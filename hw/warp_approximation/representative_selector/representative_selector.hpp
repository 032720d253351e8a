// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "hw/sim/feed_forward.hpp"
#include "models/base/parameter.hpp"
#include "models/warp_approximation/representative_lane.hpp"

namespace heddle {

/// Lanes of a warp of which one is to execute or to be stored for all.
struct RepresentedLanes {
  LaneMask active;
  bool operator==(const RepresentedLanes&) const = default;
};

/// The lane that represents them.
struct RepresentativeLane {
  LaneMask mask;  ///< its bit; 0 when no lane is active
  Bits<5> lane;   ///< its number; 0 when no lane is active
  bool operator==(const RepresentativeLane&) const = default;
};

struct RepresentativeSelectorConfig {
  unsigned policy = 0;

  static constexpr auto parameters() {
    return std::tuple{parameter(&RepresentativeSelectorConfig::policy, "policy", "", 0u,
                                representative_policies - 1, "Wong2016 section 3.1.2",
                                "which active lane represents: 0 lowest, 1 highest, 2 middle, 3 random")};
  }
};

/// Selects the representative lane of a warp and makes its mask (Wong2016 section 3.1.2, Fig. 2b). One mask a
/// cycle; the answer stands behind the next edge.
class RepresentativeSelector final : public FeedForward<RepresentedLanes, RepresentativeLane> {
 public:
  using Config = RepresentativeSelectorConfig;
  using PinsType = FeedForwardPins<RepresentedLanes, RepresentativeLane>;
  static constexpr const char* block_name = "representative_selector";
  static unsigned settle(const Config&) { return 2; }

  RepresentativeSelector(sc_core::sc_module_name name, const Config& config)
      : FeedForward(name, 1), choice_(static_cast<RepresentativePolicy>(config.policy)) {}

 private:
  RepresentativeLane compute(const RepresentedLanes& request) override;
  void reset() override { choice_.reset(); }
  RepresentativeChoice choice_;
};

}  // namespace heddle
