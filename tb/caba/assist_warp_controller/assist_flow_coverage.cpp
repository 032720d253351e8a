// SPDX-License-Identifier: Apache-2.0
#include "tb/caba/assist_warp_controller/assist_flow_coverage.hpp"

#include <algorithm>

namespace heddle {
namespace {

const Arises load = by_chance("which assist warps live at a time is the workload's choice");
const Arises program = by_chance("where a subroutine branches is the program's choice");
const Arises nobody = never_in_system("only of what lives and is staged instructions are issued");
const Arises killed = by_chance("a branch may be under way when its assist warp is killed");
const Arises ends = never_in_system("only assist warps that live branch and end");

constexpr unsigned many = 4;

}  // namespace

AssistFlowCoverage::AssistFlowCoverage(Coverage& coverage, const AssistWarpControllerConfig& config)
    : entries_(config.entries),
      fetched_(coverage.points("an instruction of entry {} fetched", 0, entries_ - 1, load)),
      issued_(coverage.points("an instruction of entry {} issued", 0, entries_ - 1, load)),
      redirected_(coverage.points("entry {} redirected", 0, entries_ - 1, program)),
      released_(coverage.points("entry {} released", 0, entries_ - 1, load)),
      distance_(coverage.points("fetched, {} behind the next one in turn", 0, entries_ - 1, load)),
      carry_(coverage.points("the next instruction has bit {}, and the one before none", 0,
                             assist_address_bits - 1, program)),
      high_staged_(coverage.points("of high priority, with {} staged", 1, config.depth, load)),
      low_staged_(coverage.points("{} staged of low priority", 1, config.low_slots, load)),
      quiet_(coverage.point("nothing to do")),
      all_live_(coverage.point("an assist warp in each entry", load)),
      last_(coverage.point("the last instruction fetched")),
      kept_by_redirect_(coverage.point("the next one in turn is redirected", program)),
      kept_by_release_(coverage.point("the next one in turn is released", program)),
      issue_of_none_(coverage.point("an entry issued of which nothing is staged", nobody)),
      issue_and_redirect_(coverage.point("an entry issued and redirected at one edge", program)),
      issue_and_release_(coverage.point("an entry issued and released at one edge", program)),
      back_(coverage.point("redirected back", program)),
      forward_(coverage.point("redirected ahead", program)),
      to_last_(coverage.point("redirected to the last instruction", program)),
      behind_last_(coverage.point("redirected behind the last instruction", program)),
      revived_(coverage.point("redirected back from its end", program)),
      both_(coverage.point("an entry redirected and released at one edge", killed)),
      redirect_of_nobody_(coverage.point("an entry redirected in which no assist warp lives", killed)),
      redirect_of_new_(coverage.point("an entry redirected at the edge at which it is taken", killed)),
      release_of_nobody_(coverage.point("an entry released in which no assist warp lives", ends)),
      release_of_new_(coverage.point("an entry released at the edge at which it is taken", ends)),
      released_staged_(coverage.point("released while instructions are staged", program)),
      killed_(coverage.point("released while instructions are left", program)),
      reset_live_(coverage.point("reset while assist warps live", only_a_bench_resets())),
      reset_fetch_(coverage.point("reset in the cycle of a fetch", only_a_bench_resets())) {
  if (entries_ < most_assist_warps)
    beyond_ = &coverage.point("an entry issued, redirected or released that there is not", ends);
  if (std::max(config.depth, config.low_slots) > 1)
    issue_beside_fetch_ = &coverage.point("an entry issued and fetched from at one edge", load);
  if (entries_ == 1) return;
  many_issued_ = &coverage.point("many entries issued at one edge", load);
  still_blocked_ = &coverage.point("a parent still waits for one when another one is released", load);
  low_beside_high_ = &coverage.point("of low and of high priority for one parent", load);
  reset_turned_ = &coverage.point("reset while entry 0 is not next in turn", only_a_bench_resets());
  if (config.low_slots > 1)
    low_slots_of_several_ = &coverage.point("several of low priority share all slots", load);
}

void AssistFlowCoverage::decided(const AssistFetch& fetch, const SeenAssistWarps& seen) {
  const unsigned e = fetch.entry.value;
  if (e >= entries_) return;
  const auto& warp = seen.warps[e];
  const unsigned first = seen.fetched_last ? *seen.fetched_last + 1 : 0, now = fetch.instruction.value;
  ++*fetched_[e];
  ++*distance_[(e + entries_ - first % entries_) % entries_];
  last_ += now == warp.last;
  for (unsigned b = 0; warp.fetched && b < carry_.size(); ++b)
    *carry_[b] += now == 1u << b && *warp.fetched + 1 == now;
}

void AssistFlowCoverage::see_state(const SeenAssistWarps& seen) {
  all_live_ += seen.living() == entries_;
  for (const auto& warp : seen.warps)
    if (warp.live && !warp.low && warp.staged != 0 && warp.staged <= high_staged_.size())
      ++*high_staged_[warp.staged - 1];
  const unsigned low = seen.low_staged();
  if (low == 0 || low > low_staged_.size()) return;
  ++*low_staged_[low - 1];
  if (low_slots_of_several_ != nullptr)
    *low_slots_of_several_ += low == low_staged_.size() &&
                              std::none_of(seen.warps.begin(), seen.warps.end(),
                                           [&](const auto& warp) { return warp.low && warp.staged == low; });
}

void AssistFlowCoverage::see_beside_fetch(const AssistInputs& in, const SeenAssistWarps& seen,
                                          bool throttled) {
  const auto next = seen.next_in_turn(throttled);
  if (!next) return;
  const bool redirected = in.redirects(*next), released = in.releases(*next);
  kept_by_redirect_ += redirected && !released;
  kept_by_release_ += released && !redirected;
  if (issue_beside_fetch_ != nullptr)
    *issue_beside_fetch_ += !redirected && !released && in.issues(*next) && seen.warps[*next].staged != 0;
}

void AssistFlowCoverage::see_issued(const AssistInputs& in, unsigned e, const SeenAssistWarps& seen) {
  issue_of_none_ += seen.warps[e].staged == 0;
  if (seen.warps[e].staged == 0) return;
  ++*issued_[e];
  issue_and_redirect_ += in.redirects(e);
  issue_and_release_ += in.releases(e);
}

void AssistFlowCoverage::see_redirect(const AssistInputs& in, const SeenAssistWarps& seen) {
  const unsigned e = in.redirect.payload.entry.value, to = in.redirect.payload.instruction.value;
  both_ += e < entries_ && seen.warps[e].live && in.releases(e);
  if (e >= entries_) return;
  const auto& warp = seen.warps[e];
  redirect_of_nobody_ += !warp.live;
  redirect_of_new_ += e == begins_;
  if (!warp.live) return;
  ++*redirected_[e];
  back_ += warp.fetched && to <= *warp.fetched;
  forward_ += warp.fetched && to > *warp.fetched + 1 && to <= warp.last;
  to_last_ += to == warp.last;
  behind_last_ += to == warp.last + 1;
  revived_ += warp.ended && to <= warp.last;
}

void AssistFlowCoverage::see_release(const AssistInputs& in, const SeenAssistWarps& seen) {
  const unsigned e = in.release.payload.entry.value;
  if (e >= entries_) return;
  const auto& warp = seen.warps[e];
  release_of_nobody_ += !warp.live;
  release_of_new_ += e == begins_;
  if (!warp.live) return;
  ++*released_[e];
  released_staged_ += warp.staged != 0;
  killed_ += !warp.ended;
  for (unsigned other = 0; still_blocked_ != nullptr && other < entries_; ++other)
    if (other != e && seen.warps[other].live && seen.warps[other].parent == warp.parent) {
      *still_blocked_ += !warp.low && !seen.warps[other].low;
      *low_beside_high_ += warp.low != seen.warps[other].low;
    }
}

void AssistFlowCoverage::come(const AssistInputs& in, const SeenAssistWarps& seen, const AssistState& state) {
  quiet_ += !in.load.valid && !in.event.valid && in.issued == 0 && !in.redirect.valid && !in.release.valid;
  begins_ = entries_;
  if (in.event.valid && seen.living() < entries_) {
    const TriggerRow& row = seen.rows[in.event.payload.event.value];
    if (row.enabled && !seen.holder(in.event.payload.parent.value, row.window.value))
      for (begins_ = 0; seen.warps[begins_].live;) ++begins_;
  }
  see_state(seen);
  see_beside_fetch(in, seen, state.throttled);
  unsigned issued = 0;
  for (unsigned e = 0; e < entries_; ++e) {
    issued += in.issues(e) && seen.warps[e].staged != 0;
    if (in.issues(e)) see_issued(in, e, seen);
  }
  if (many_issued_ != nullptr) *many_issued_ += issued >= std::min(entries_, many);
  if (in.redirect.valid) see_redirect(in, seen);
  if (in.release.valid) see_release(in, seen);
  if (beyond_ != nullptr)
    *beyond_ += in.issued >> entries_ != 0 ||
                (in.redirect.valid && in.redirect.payload.entry.value >= entries_) ||
                (in.release.valid && in.release.payload.entry.value >= entries_);
}

void AssistFlowCoverage::reset(bool fetches, const SeenAssistWarps& seen) {
  reset_live_ += seen.living() != 0;
  reset_fetch_ += fetches;
  if (reset_turned_ != nullptr) *reset_turned_ += seen.fetched_last && *seen.fetched_last + 1 < entries_;
}

}  // namespace heddle
