// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "hw/sim/feed_forward.hpp"
#include "models/base/parameter.hpp"
#include "models/warp_approximation/representative_decision.hpp"

namespace heddle {

/// An instruction that has taken its collector, with what the tables show of its warp and of its sources.
struct CollectedInstruction {
  LaneMask active;                                            ///< of the program, past the guard
  LaneMask read;                                              ///< read where each lane executes for itself
  std::array<LaneMask, divergence_paths> lanes;               ///< of the warp's paths
  std::array<std::uint8_t, divergence_paths> representative;  ///< of these; the lower five bits count
  /// Element 2 k + p: RegisterSimilarity::pins of source k in path p; bit 5 does not matter.
  std::array<std::uint8_t, ptx::max_sources * divergence_paths> known;
  Bits<ptx::max_sources> sources;  ///< that the instruction has
  Bits<similarity_bits> level;     ///< d
  Bits<2> enough;  ///< for one lane to execute it: bit 1 (ApproxBit) similar sources; bit 0 equal ones
  bool operator==(const CollectedInstruction&) const = default;
};

/// Which lanes read and execute, and which sources the representative lane holds for all: see LaneDecision.
struct DecidedLanes {
  LaneMask executed;
  LaneMask read;                   ///< of sources that are no scalars
  Bits<ptx::max_sources> scalars;  ///< sources that the representative holds for all lanes
  Bits<5> representative;          ///< of the path
  Bits<1> path;
  bool of_path;   ///< all lanes of the path are active
  bool similar;   ///< all sources are, at the instruction's level
  bool one_lane;  ///< the representative executes for all
  bool operator==(const DecidedLanes&) const = default;
};

struct RepresentativeDecisionConfig {
  static constexpr auto parameters() { return std::tuple{}; }
};

/// Decides whether the representative lane executes an instruction for all lanes of its path, and which of
/// its sources lie in that lane alone (Wong2016 section 3.1.2). One instruction a cycle; the answer stands
/// after the next edge.
class RepresentativeDecision final : public FeedForward<CollectedInstruction, DecidedLanes> {
 public:
  using Config = RepresentativeDecisionConfig;
  using PinsType = FeedForwardPins<CollectedInstruction, DecidedLanes>;
  static constexpr const char* block_name = "representative_decision";
  static unsigned settle(const Config&) { return 2; }

  RepresentativeDecision(sc_core::sc_module_name name, const Config&) : FeedForward(name, 1) {}

 private:
  DecidedLanes compute(const CollectedInstruction& request) override;
};

}  // namespace heddle
