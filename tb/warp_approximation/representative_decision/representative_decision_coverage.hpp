// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include "hw/warp_approximation/representative_decision/representative_decision.hpp"
#include "tb/cosim/coverage/feed_forward_coverage.hpp"
#include "tb/warp_approximation/lane_mask_coverage.hpp"

namespace heddle {

/// What was decided, and why one lane did not execute for all.
class RepresentativeDecisionCoverage final : public FeedForwardCoverage<CollectedInstruction, DecidedLanes> {
 public:
  explicit RepresentativeDecisionCoverage(const RepresentativeDecisionConfig&)
      : FeedForwardCoverage(1),
        masks_(coverage),
        by_sources_(coverage.points("one lane executes, of {} sources", 0, 3, chance_of_program())),
        lane_(coverage.points("lane {} executes for all", 0, warp_size - 1, chance_of_program())),
        of_path_(
            coverage.points("one lane executes for path {}", 0, divergence_paths - 1, chance_of_program())),
        scalar_(coverage.points("source {} is a scalar", 0, ptx::max_sources - 1, chance_of_program())),
        prevents_(coverage.points("source {} alone keeps an instruction that may be approximated from it", 0,
                                  ptx::max_sources - 1, chance_of_program())),
        approximated_(coverage.point("one lane executes what may be approximated", chance_of_program())),
        exact_(coverage.point("one lane executes what stays exact", chance_of_program())),
        at_level_(coverage.point("a source with a d of the level", chance_of_program())),
        above_level_(coverage.point("a source with a d one above the level", chance_of_program())),
        unequal_(coverage.point("sources that are similar but not equal keep an exact instruction from it",
                                chance_of_program())),
        not_uniform_(
            coverage.point("equal sources of an instruction whose results may differ", chance_of_program())),
        part_(coverage.point("similar sources, but not all lanes of the path", chance_of_program())),
        both_paths_(coverage.point("lanes of both paths",
                                   never_in_system("an instruction has the lanes of one path"))),
        other_path_(coverage.point("what is known differs between the paths", chance_of_program())),
        some_read_(coverage.point("an instruction that reads some lanes only", chance_of_program())) {}

 private:
  unsigned see_request(const CollectedInstruction& r) override {
    masks_.see(r.active);
    const unsigned path = (r.active & ~r.lanes[0]) == 0 ? 0 : 1;
    const bool of_path = r.active == r.lanes[path];
    const bool approximable = (r.enough.value & 2) != 0, uniform = (r.enough.value & 1) != 0;
    unsigned different = 0, unequal = 0, count = 0;
    for (unsigned k = 0; k < ptx::max_sources; ++k) {
      if ((r.sources.value >> k & 1) == 0) continue;
      ++count;
      const auto s = RegisterSimilarity::of_pins(r.known[divergence_paths * k + path]);
      *scalar_[k] += s.stored;
      at_level_ += s.similar && s.d != 0 && s.d == r.level.value;
      above_level_ += s.similar && s.d == r.level.value + 1u;
      different |= unsigned{!s.counts_at(r.level.value)} << k;
      unequal |= unsigned{!s.counts_at(0)} << k;
      other_path_ += r.known[divergence_paths * k] != r.known[divergence_paths * k + 1];
    }
    for (unsigned k = 0; k < ptx::max_sources; ++k)
      *prevents_[k] += of_path && approximable && different == 1u << k;
    unequal_ += of_path && !approximable && uniform && unequal != 0 && different == 0;
    not_uniform_ += of_path && !approximable && !uniform && unequal == 0;
    part_ += !of_path && approximable && different == 0;
    both_paths_ += (r.active & r.lanes[0]) != 0 && path != 0;
    some_read_ += r.read != all_lanes;
    return count << 1 | unsigned{approximable};
  }

  void see_response(const DecidedLanes& d, unsigned remembered, Neighbours) override {
    if (!d.one_lane) return;
    const unsigned sources = remembered >> 1;
    if (sources < by_sources_.size()) ++*by_sources_[sources];
    ++*lane_[d.representative.value];
    ++*of_path_[d.path.value];
    ++((remembered & 1) != 0 ? approximated_ : exact_);
  }

  LaneMaskCoverage masks_;
  std::vector<std::uint64_t*> by_sources_, lane_, of_path_, scalar_, prevents_;
  std::uint64_t &approximated_, &exact_, &at_level_, &above_level_, &unequal_, &not_uniform_, &part_,
      &both_paths_, &other_path_, &some_read_;
};

}  // namespace heddle
