// SPDX-License-Identifier: Apache-2.0
#include "hw/warp_approximation/lane_decisions.hpp"

#include <fmt/format.h>

#include "hw/sm/types/sm_config.hpp"
#include "hw/warp_approximation/approximation_stats.hpp"
#include "models/base/error.hpp"

namespace heddle {
namespace {

constexpr unsigned offered_moves = 2;  ///< that may take a collector in a cycle

}  // namespace

LaneDecisions::LaneDecisions(const SimilarityTable& table, const SmTechniqueParts& parts)
    : table_(table),
      decided_(parts.config.collectors.units),
      count_(approximation_stats(parts).counter(
          "decided_instructions", "warp instructions",
          "of which it was decided whether one lane executes them, and which sources one lane holds")) {
  for (unsigned k = 0; k < parts.config.schedulers + offered_moves; ++k)
    units_.emplace_back(fmt::format("representative_decision_{}", k), RepresentativeDecisionConfig{},
                        parts.clock, parts.rst_n, parts.blocks);
}

void LaneDecisions::begin_cycle() {
  for (unsigned k = 0; k < asked_; ++k) units_[k].idle();
  asked_ = answered_ = 0;
}

void LaneDecisions::ask(const InFlight& f, const Question& q) {
  if (asked_ == units_.size())
    throw Error({.place = units_.front().name(),
                 .what = "more instructions take collectors in a cycle than there are blocks"});
  CollectedInstruction& r = units_[asked_].staged();
  r.active = f.lanes.active;
  r.read = f.lanes.read;
  r.lanes = table_.paths(f.warp).lanes;
  for (unsigned path = 0; path < divergence_paths; ++path)
    r.representative[path] = static_cast<std::uint8_t>(table_.representative(f.warp, path));
  const unsigned sources = f.instruction->source_count;
  for (unsigned k = 0; k < sources; ++k)
    for (unsigned path = 0; path < divergence_paths; ++path)
      r.known[divergence_paths * k + path] = table_.of(f.warp, f.instruction->sources[k], path).pins();
  r.sources.value = static_cast<std::uint8_t>((1u << sources) - 1);
  r.level.value = q.level;
  r.enough.value = static_cast<std::uint8_t>(unsigned{q.approximable} << 1 | unsigned{q.uniform});
  units_[asked_++].start();
  ++under_way_;
}

const DecidedLanes& LaneDecisions::answer(const InFlight& f) {
  const DecidedLanes* const decided = units_[answered_].response();
  if (decided == nullptr)
    throw Error({.place = units_[answered_].name(), .what = "no answer comes to an instruction"});
  ++answered_;
  --under_way_;
  ++count_;
  return decided_[f.collector] = *decided;
}

}  // namespace heddle
