// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <deque>
#include <vector>

#include "hw/sim/feed_forward_unit.hpp"
#include "hw/sm/hooks/sm_technique.hpp"
#include "hw/sm/types/in_flight.hpp"
#include "hw/warp_approximation/representative_decision/representative_decision.hpp"
#include "hw/warp_approximation/similarity_table.hpp"

namespace heddle {

/// The representative_decisions of an SM, and their answers for the instructions in the collectors. There is
/// one for each instruction that may take a collector in a cycle: one a scheduler, a MOV of a change of paths
/// and a MOV of the mov_injector.
class LaneDecisions {
 public:
  LaneDecisions(const SimilarityTable& table, const SmTechniqueParts& parts);

  void begin_cycle();
  bool busy() const { return under_way_ != 0; }

  /// What the code says of an instruction, beside its registers: see DecidedInstruction.
  struct Question {
    std::uint8_t level = 0;
    bool approximable = false, uniform = false;
  };
  /// An instruction has taken its collector; what is known of its sources is looked up.
  void ask(const InFlight& f, const Question& q);
  /// The answer to the next question of the cycle before the last one, which stays with its collector. Throws
  /// Error when there is none.
  const DecidedLanes& answer(const InFlight& f);
  /// What was decided for an instruction that is in its collector.
  const DecidedLanes& of(const InFlight& f) const { return decided_[f.collector]; }

 private:
  const SimilarityTable& table_;
  std::deque<FeedForwardUnit<RepresentativeDecision>> units_;
  std::vector<DecidedLanes> decided_;  ///< by collector unit
  unsigned asked_ = 0;                 ///< questions of this cycle
  unsigned answered_ = 0;              ///< answers that were taken in this cycle
  unsigned under_way_ = 0;             ///< questions without an answer
  Counter& count_;
};

}  // namespace heddle
