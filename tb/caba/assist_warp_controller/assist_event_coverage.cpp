// SPDX-License-Identifier: Apache-2.0
#include "tb/caba/assist_warp_controller/assist_event_coverage.hpp"

namespace heddle {
namespace {

const Arises program = by_chance("the subroutines and their events are the program's choice");
const Arises load = by_chance("which events happen, and when, is the workload's choice");
const Arises loads = never_in_system("the triggers are loaded before anything runs");

constexpr unsigned longest = (1u << assist_address_bits) - 1;

}  // namespace

AssistEventCoverage::AssistEventCoverage(Coverage& coverage, const AssistWarpControllerConfig& config)
    : entries_(config.entries),
      load_(coverage.points("row {} loaded", 0, assist_events - 1, program)),
      trigger_(coverage.points("event {} accepted", 0, assist_events - 1, program)),
      accepted_(coverage.points("entry {} taken", 0, config.entries - 1, load)),
      subroutine_(coverage.points("subroutine {} triggered", 0, most_subroutines - 1, program)),
      high_parent_(coverage.points("of high priority, for parent {}", 0, most_parents - 1, load)),
      low_parent_(coverage.points("of low priority, for parent {}", 0, most_parents - 1, load)),
      window_(coverage.points("registers of window {}", 0, assist_windows - 1, program)),
      last_bit_(coverage.points("a last instruction with bit {}", 0, assist_address_bits - 1, program)),
      lane_(coverage.points("lane {} executes", 0, 31, program)),
      no_lane_(coverage.points("lane {} does not execute", 0, 31, program)),
      not_enabled_(coverage.point("an event whose row is not enabled", program)),
      full_(coverage.point("an event while no entry is free", load)),
      full_released_(coverage.point("an event while no entry is free, and one is released", load)),
      same_released_(coverage.point("an event whose window is released at the same edge", load)),
      of_load_(coverage.point("an event in the cycle in which its row is loaded", loads)),
      behind_load_(coverage.point("an event in the cycle behind the load of its row", loads)),
      behind_release_(coverage.point("an entry taken in the cycle behind its release", load)),
      one_instruction_(coverage.point("a subroutine of one instruction", program)),
      most_instructions_(coverage.point("a subroutine of as many instructions as there may be", program)),
      reset_answer_(coverage.point("reset in the cycle of an answer", only_a_bench_resets())),
      reset_enabled_(coverage.point("an event whose row a reset has disabled", only_a_bench_resets())) {
  if (entries_ == 1) return;
  same_ = &coverage.point("an event of a parent whose window is taken, while entries are free", load);
  other_window_ = &coverage.point("taken beside another window of its parent", load);
  other_parent_ = &coverage.point("taken beside the same window of another parent", load);
  not_lowest_ = &coverage.point("an entry taken above which one lives, and below which one does", load);
}

void AssistEventCoverage::decided(const AssistAnswer& answer, const SeenAssistWarps& seen) {
  if (!answer.accepted || !seen.event || answer.entry.value >= entries_) return;
  const TriggerRow& row = seen.triggered;
  const unsigned e = answer.entry.value;
  ++*trigger_[row.event.value];
  ++*accepted_[e];
  ++*subroutine_[answer.subroutine.value];
  ++*(answer.low ? low_parent_ : high_parent_)[seen.event->parent.value];
  ++*window_[row.window.value];
  for (unsigned b = 0; b < last_bit_.size(); ++b) *last_bit_[b] += row.last.value >> b & 1;
  for (unsigned i = 0; i < lane_.size(); ++i) ++*(answer.lanes >> i & 1 ? lane_ : no_lane_)[i];
  one_instruction_ += row.last.value == 0;
  most_instructions_ += row.last.value == longest;
}

void AssistEventCoverage::see_refused(const AssistInputs& in, const TriggerRow& row,
                                      const SeenAssistWarps& seen) {
  const bool full = seen.living() == entries_;
  const auto holder = seen.holder(in.event.payload.parent.value, row.window.value);
  full_ += full && !holder;
  for (unsigned e = 0; e < entries_; ++e) full_released_ += full && !holder && in.releases(e);
  same_released_ += holder && in.releases(*holder);
  if (same_ != nullptr) *same_ += holder && !full;
}

/// What else lives beside the assist warp that begins.
void AssistEventCoverage::see_others(const AssistInputs& in, const TriggerRow& row,
                                     const SeenAssistWarps& seen) {
  unsigned e = 0;
  while (seen.warps[e].live) ++e;
  behind_release_ += released_ == e;
  if (same_ == nullptr) return;
  bool above = false;
  for (unsigned other = 0; other < entries_; ++other) {
    const auto& warp = seen.warps[other];
    if (!warp.live) continue;
    above |= other > e;
    *other_window_ += warp.parent == in.event.payload.parent.value;
    *other_parent_ += warp.window == row.window.value;
  }
  *not_lowest_ += above && (e > 0 || entries_ == 2);
}

void AssistEventCoverage::come(const AssistInputs& in, const SeenAssistWarps& seen) {
  if (in.event.valid) {
    const unsigned event = in.event.payload.event.value;
    const TriggerRow& row = seen.rows[event];
    of_load_ += in.load.valid && in.load.payload.event.value == event;
    behind_load_ += loaded_ == event;
    not_enabled_ += !row.enabled;
    const bool room = seen.living() < entries_;
    if (row.enabled) {
      if (room && !seen.holder(in.event.payload.parent.value, row.window.value))
        see_others(in, row, seen);
      else
        see_refused(in, row, seen);
    }
    reset_enabled_ += !row.enabled && was_enabled_[event];
  }
  loaded_.reset();
  if (in.load.valid) {
    loaded_ = in.load.payload.event.value;
    ++*load_[*loaded_];
    was_enabled_[*loaded_] = false;
  }
  released_.reset();
  if (in.release.valid) released_ = in.release.payload.entry.value;
}

void AssistEventCoverage::reset(bool answers, const SeenAssistWarps& seen) {
  reset_answer_ += answers;
  for (unsigned event = 0; event < assist_events; ++event)
    was_enabled_[event] = was_enabled_[event] || seen.rows[event].enabled;
  loaded_.reset();
  released_.reset();
}

}  // namespace heddle
