// SPDX-License-Identifier: Apache-2.0
#include "models/caba/assist_control.hpp"

#include <fmt/format.h>

#include "models/base/error.hpp"

namespace heddle {

void require_assist(const char* key, unsigned value, unsigned least, unsigned most) {
  if (value < least || value > most)
    throw Error({.what = fmt::format("{} of assist warps is out of range", key),
                 .value = fmt::format("{}", value),
                 .legal = fmt::format("{} to {}", least, most),
                 .key = key});
}

AssistControlState::AssistControlState(const AssistControlShape& shape)
    : shape_(shape), turn_(shape.entries - 1) {
  require_assist("entries", shape.entries, 1, most_assist_warps);
  require_assist("depth", shape.depth, 1, most_staged);
  require_assist("low_slots", shape.low_slots, 1, most_staged);
  require_assist("throttle_window", shape.throttle_window, 1, (1u << throttle_bits) - 1);
}

unsigned AssistControlState::low_staged() const {
  unsigned sum = 0;
  for (unsigned e = 0; e < shape_.entries; ++e)
    if (lives(e) && entries_[e].low) sum += entries_[e].staged;
  return sum;
}

bool AssistControlState::any_low() const {
  for (unsigned e = 0; e < shape_.entries; ++e)
    if (lives(e) && entries_[e].low) return true;
  return false;
}

std::uint64_t AssistControlState::blocked() const {
  std::uint64_t parents = 0;
  for (unsigned e = 0; e < shape_.entries; ++e)
    if (lives(e) && !entries_[e].low) parents |= std::uint64_t{1} << entries_[e].parent;
  return parents;
}

AssistControlState::Answer AssistControlState::answer(const Event& event) const {
  const AssistTrigger& t = triggers_[event.event];
  Answer a{.enabled = t.enabled};
  if (!t.enabled) return a;
  std::optional<unsigned> free;
  for (unsigned e = 0; e < shape_.entries; ++e) {
    if (!lives(e)) {
      if (!free) free = e;
    } else if (entries_[e].parent == event.parent && entries_[e].window == t.window) {
      return a;
    }
  }
  if (!free) return a;
  return {true, true, *free, t.subroutine, t.low, t.lanes};
}

std::optional<unsigned> AssistControlState::next_in_turn(const Step& s) const {
  const bool low_room = !throttled_ && low_staged() < shape_.low_slots;
  for (unsigned n = 1; n <= shape_.entries; ++n) {
    const unsigned e = (turn_ + n) % shape_.entries;
    const Entry& entry = entries_[e];
    if (!lives(e) || !entry.more || !(entry.low ? low_room : entry.staged < shape_.depth)) continue;
    if (s.release == e || (s.redirect && s.redirect->entry == e)) continue;
    return e;
  }
  return {};
}

/// Counts the cycles in which an assist warp of low priority lives.
void AssistControlState::watch(const Step& s) {
  if (!any_low()) return;
  idle_ += s.idle;
  busy_ += s.busy;
  if (++cycles_ < shape_.throttle_window) return;
  throttled_ = idle_ < shape_.least_idle || busy_ > shape_.most_busy;
  cycles_ = idle_ = busy_ = 0;
}

AssistControlState::Outcome AssistControlState::step(const Step& s) {
  Outcome outcome;
  if (s.event) outcome.answer = answer(*s.event);
  const std::optional<unsigned> chosen = next_in_turn(s);
  watch(s);

  for (unsigned e = 0; e < shape_.entries; ++e)
    if ((s.issued >> e & 1) != 0 && entries_[e].staged != 0) --entries_[e].staged;
  if (chosen) {
    Entry& entry = entries_[*chosen];
    outcome.fetch = {*chosen, entry.subroutine, entry.next, entry.low};
    entry.more = entry.next != entry.last;
    if (entry.more) ++entry.next;
    ++entry.staged;
    turn_ = *chosen;
  }
  if (s.redirect && s.redirect->entry < shape_.entries && lives(s.redirect->entry)) {
    Entry& entry = entries_[s.redirect->entry];
    entry.next = s.redirect->instruction;
    entry.more = entry.next <= entry.last;
    entry.staged = 0;
  }
  if (s.release && *s.release < shape_.entries && lives(*s.release)) {
    live_ &= ~assist_entry(*s.release);
    entries_[*s.release] = {};
  }
  if (outcome.answer && outcome.answer->accepted) {
    const AssistTrigger& t = triggers_[s.event->event];
    live_ |= assist_entry(outcome.answer->entry);
    entries_[outcome.answer->entry] = {.subroutine = t.subroutine,
                                       .last = t.last,
                                       .window = t.window,
                                       .parent = s.event->parent,
                                       .low = t.low,
                                       .more = true};
  }
  if (s.load) triggers_[s.load->event] = s.load->trigger;
  return outcome;
}

bool AssistControlState::active() const { return any_low() || next_in_turn({}).has_value(); }

void AssistControlState::reset() {
  triggers_ = {};
  entries_ = {};
  live_ = 0;
  turn_ = shape_.entries - 1;
  throttled_ = false;
  cycles_ = idle_ = busy_ = 0;
}

}  // namespace heddle
