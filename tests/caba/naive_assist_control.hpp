// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <list>
#include <map>
#include <ostream>
#include <vector>

#include "models/caba/assist_control.hpp"

namespace heddle {

/// As GoogleTest prints it.
inline void PrintTo(const AssistControlShape& p, std::ostream* out) {
  *out << p.entries << " entries, " << p.depth << " staged, " << p.low_slots << " of low priority";
}

}  // namespace heddle

namespace heddle::assist_control_test {

/// Assist warps as lists of what they have left and of what is staged, their turn as an order of entries, and
/// the throttle as all that has been: slow, and nothing like the model.
class NaiveAssistControl {
 public:
  using Step = AssistControlState::Step;

  explicit NaiveAssistControl(const AssistControlShape& shape) : shape_(shape) {
    for (unsigned e = 0; e < shape.entries; ++e) order_.push_back(e);
  }

  AssistControlState::Outcome step(const Step& s) {
    AssistControlState::Outcome outcome;
    if (s.event) outcome.answer = told(*s.event);
    const auto chosen =
        std::find_if(order_.begin(), order_.end(), [&](unsigned e) { return fetchable(e, s); });
    note_use(s);
    for (auto& [e, warp] : warps_)
      if ((s.issued >> e & 1) != 0 && !warp.staged.empty()) warp.staged.pop_front();
    if (chosen != order_.end()) {
      Warp& warp = warps_.at(*chosen);
      outcome.fetch = {*chosen, warp.trigger.subroutine, warp.left.front(), warp.trigger.low};
      warp.staged.splice(warp.staged.end(), warp.left, warp.left.begin());
      order_.splice(order_.end(), order_, order_.begin(), std::next(chosen));  // all up to it go behind
    }
    if (s.redirect && warps_.contains(s.redirect->entry)) {
      Warp& warp = warps_.at(s.redirect->entry);
      warp.staged.clear();
      warp.left = instructions(s.redirect->instruction, warp.trigger.last);
    }
    if (s.release) warps_.erase(*s.release);
    if (outcome.answer && outcome.answer->accepted) {
      const AssistTrigger& trigger = triggers_.at(s.event->event);
      warps_[outcome.answer->entry] = {trigger, s.event->parent, instructions(0, trigger.last), {}};
    }
    if (s.load) triggers_[s.load->event] = s.load->trigger;
    return outcome;
  }

  AssistEntries live() const {
    AssistEntries bits = 0;
    for (const auto& [e, warp] : warps_) bits += assist_entry(e);
    return bits;
  }
  std::uint64_t blocked() const {
    std::uint64_t bits = 0;
    for (unsigned w = 0; w < most_parents; ++w)
      if (std::any_of(warps_.begin(), warps_.end(),
                      [&](const auto& held) { return held.second.parent == w && !held.second.trigger.low; }))
        bits += std::uint64_t{1} << w;
    return bits;
  }
  bool throttled() const { return throttled_; }

 private:
  struct Warp {
    AssistTrigger trigger{};
    unsigned parent = 0;
    std::list<unsigned> left{}, staged{};
  };
  static std::list<unsigned> instructions(unsigned first, unsigned last) {
    std::list<unsigned> all;
    for (unsigned n = first; n <= last; ++n) all.push_back(n);
    return all;
  }

  AssistControlState::Answer told(const AssistControlState::Event& event) const {
    const auto row = triggers_.find(event.event);
    if (row == triggers_.end() || !row->second.enabled) return {};
    const AssistTrigger& trigger = row->second;
    for (const auto& [e, warp] : warps_)
      if (warp.parent == event.parent && warp.trigger.window == trigger.window) return {.enabled = true};
    for (unsigned e = 0; e < shape_.entries; ++e)
      if (!warps_.contains(e)) return {true, true, e, trigger.subroutine, trigger.low, trigger.lanes};
    return {.enabled = true};
  }

  bool fetchable(unsigned e, const Step& s) const {
    const auto held = warps_.find(e);
    if (held == warps_.end() || held->second.left.empty()) return false;
    if ((s.redirect && s.redirect->entry == e) || s.release == e) return false;
    if (!held->second.trigger.low) return held->second.staged.size() < shape_.depth;
    std::size_t staged = 0;
    for (const auto& [other, warp] : warps_)
      if (warp.trigger.low) staged += warp.staged.size();
    return staged < shape_.low_slots && !throttled_;
  }

  void note_use(const Step& s) {
    if (std::none_of(warps_.begin(), warps_.end(), [](const auto& held) { return held.second.trigger.low; }))
      return;
    uses_.push_back(s);
    if (uses_.size() % shape_.throttle_window != 0) return;
    const auto window = uses_.end() - static_cast<std::ptrdiff_t>(shape_.throttle_window);
    const auto idle = std::count_if(window, uses_.end(), [](const Step& u) { return u.idle; });
    const auto busy = std::count_if(window, uses_.end(), [](const Step& u) { return u.busy; });
    throttled_ = idle < shape_.least_idle || busy > shape_.most_busy;
  }

  const AssistControlShape shape_;
  std::map<unsigned, AssistTrigger> triggers_;
  std::map<unsigned, Warp> warps_;
  std::list<unsigned> order_;  ///< the next one in turn first
  std::vector<Step> uses_;     ///< all cycles with one of low priority
  bool throttled_ = false;
};

}  // namespace heddle::assist_control_test
