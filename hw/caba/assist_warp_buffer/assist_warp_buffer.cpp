// SPDX-License-Identifier: Apache-2.0
#include "hw/caba/assist_warp_buffer/assist_warp_buffer.hpp"

#include "hw/sim/block_entry.hpp"

namespace heddle {

void AssistWarpBuffer::show() {
  StagedHigh& high = io.high.next().payload;
  high = {};
  for (unsigned e = 0; e < config_.entries; ++e)
    if (const std::uint64_t* word = state_.first(e)) {
      high.valid.value |= assist_entry(e);
      high.words[e] = *word;
    }
  io.high.commit();
  StagedLow& low = io.low.next().payload;
  low = {};
  for (std::size_t s = 0; s < state_.low().size(); ++s) {
    low.valid.value = static_cast<std::uint8_t>(low.valid.value | 1u << s);
    low.entries[s] = static_cast<std::uint8_t>(state_.low()[s].entry);
    low.words[s] = state_.low()[s].word;
  }
  io.low.commit();
}

Cycle AssistWarpBuffer::tick(Cycle now) {
  if (io.in_reset()) {
    state_.reset();
    io.high.put({});
    io.low.put({});
    return never;
  }
  AssistBufferState::Step s;
  if (const auto& insert = io.insert.get(); insert.valid)
    s.insert = {insert.payload.entry.value, insert.payload.low, insert.payload.word};
  s.issued = io.issued.payload().entries.value;
  if (const auto& flush = io.flush.get(); flush.valid) s.flush = flush.payload.entry.value;
  state_.step(s);
  show();
  return s.insert || !rests(io) || s.flush || state_.settling() ? now + 1 : never;
}

static const Registration<BlockEntry> registration{block_entry<AssistWarpBuffer>("caba")};

}  // namespace heddle
