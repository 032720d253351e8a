// SPDX-License-Identifier: Apache-2.0
#include "tb/caba/assist_warp_controller/seen_assist_warps.hpp"

namespace heddle {

void SeenAssistWarps::decided(const Beat<AssistAnswer>& answer, const Beat<AssistFetch>& fetch) {
  if (answer.valid && answer.payload.accepted && event && answer.payload.entry.value < entries)
    warps[answer.payload.entry.value] = {.live = true,
                                         .low = triggered.low,
                                         .parent = event->parent.value,
                                         .window = triggered.window.value,
                                         .last = triggered.last.value};
  event.reset();
  if (!fetch.valid || fetch.payload.entry.value >= entries) return;
  fetched_last = fetch.payload.entry.value;
  Warp& warp = warps[*fetched_last];
  warp.fetched = fetch.payload.instruction.value;
  warp.ended = warp.fetched == warp.last;
  ++warp.staged;
}

void SeenAssistWarps::come(const AssistInputs& in) {
  for (unsigned e = 0; e < entries; ++e) {
    Warp& warp = warps[e];
    if (in.issues(e) && warp.staged != 0) --warp.staged;
    if (in.redirects(e) && warp.live) {
      warp.ended = in.redirect.payload.instruction.value > warp.last;
      warp.staged = 0;
      warp.fetched.reset();
    }
    if (in.releases(e)) warp = {};
  }
  if (in.event.valid) {
    event = in.event.payload;
    triggered = rows[event->event.value];
  }
  if (in.load.valid) rows[in.load.payload.event.value] = in.load.payload;
}

void SeenAssistWarps::reset() {
  rows = {};
  warps = {};
  event.reset();
  fetched_last.reset();
}

unsigned SeenAssistWarps::living() const {
  unsigned sum = 0;
  for (const Warp& warp : warps) sum += warp.live;
  return sum;
}

unsigned SeenAssistWarps::low_staged() const {
  unsigned sum = 0;
  for (const Warp& warp : warps) sum += warp.low ? warp.staged : 0;
  return sum;
}

bool SeenAssistWarps::any_low() const {
  bool any = false;
  for (const Warp& warp : warps) any |= warp.live && warp.low;
  return any;
}

std::optional<unsigned> SeenAssistWarps::next_in_turn(bool throttled) const {
  const unsigned first = fetched_last ? *fetched_last + 1 : 0;
  const bool low_room = !throttled && low_staged() < config_.low_slots;
  for (unsigned n = 0; n < entries; ++n) {
    const Warp& warp = warps[(first + n) % entries];
    if (warp.live && !warp.ended && (warp.low ? low_room : warp.staged < config_.depth))
      return (first + n) % entries;
  }
  return std::nullopt;
}

std::optional<unsigned> SeenAssistWarps::holder(unsigned parent, unsigned window) const {
  for (unsigned e = 0; e < entries; ++e)
    if (warps[e].live && warps[e].parent == parent && warps[e].window == window) return e;
  return std::nullopt;
}

}  // namespace heddle
