// SPDX-License-Identifier: Apache-2.0
#include "models/caba/assist_buffer.hpp"

#include <algorithm>
namespace heddle {

AssistBufferState::AssistBufferState(unsigned entries, unsigned depth, unsigned low_slots)
    : entries_(entries), depth_(depth), low_slots_(low_slots) {
  require_assist("entries", entries, 1, most_assist_warps);
  require_assist("depth", depth, 1, most_staged);
  require_assist("low_slots", low_slots, 1, most_staged);
}

void AssistBufferState::step(const Step& s) {
  for (unsigned e = 0; e < entries_; ++e) {
    if ((s.issued >> e & 1) == 0) continue;
    if (!high_[e].empty()) {
      high_[e].pop_front();
      continue;
    }
    const auto slot = std::find_if(low_.begin(), low_.end(), [&](const Low& l) { return l.entry == e; });
    if (slot != low_.end()) low_.erase(slot);
  }
  if (s.flush && *s.flush < entries_) {
    high_[*s.flush].clear();
    std::erase_if(low_, [&](const Low& l) { return l.entry == *s.flush; });
  }
  if (s.insert) {
    const Staged& i = *s.insert;
    if (i.entry >= entries_ || s.flush == i.entry || flushed_ == i.entry) {
      // It is none of an assist warp, or was fetched before the flush.
    } else if (i.low) {
      if (low_.size() < low_slots_) low_.push_back({i.entry, i.word});
    } else if (high_[i.entry].size() < depth_) {
      high_[i.entry].push_back(i.word);
    }
  }
  flushed_ = s.flush;
}

void AssistBufferState::reset() {
  for (auto& fifo : high_) fifo.clear();
  low_.clear();
  flushed_.reset();
}

}  // namespace heddle
