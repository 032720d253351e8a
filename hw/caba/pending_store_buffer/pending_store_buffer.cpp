// SPDX-License-Identifier: Apache-2.0
#include "hw/caba/pending_store_buffer/pending_store_buffer.hpp"

#include "hw/sim/block_entry.hpp"

namespace heddle {
namespace {

Bits<pending_entry_bits> entry_bits(unsigned entry) { return {static_cast<std::uint8_t>(entry)}; }

}  // namespace

void PendingStoreBuffer::show() {
  io.ready.put({{state_.ready()}});
  Beat<PendingAnswer> answer;
  if (const auto& a = state_.answer()) answer = {{a->outcome, entry_bits(a->entry), a->complete}, true};
  io.answer.put(answer);
  Beat<LeavingLine> leave;
  if (const auto l = state_.leaving()) leave = {{entry_bits(l->entry), {l->line}, l->bytes}, true};
  io.leave.put(leave);
  io.state.put({{state_.pending()}});
}

Cycle PendingStoreBuffer::tick(Cycle now) {
  if (io.in_reset()) {
    state_.reset();
    show();
    return never;
  }
  PendingLinesState::Step s{.room = io.room.payload().line};
  if (const auto& r = io.request.get(); r.valid)
    s.request = {r.payload.kind, r.payload.line.value, r.payload.bytes};
  if (const auto& r = io.release.get(); r.valid) s.release = {r.payload.reach, r.payload.entry.value};
  state_.step(s);
  show();
  return s.request || s.release || state_.settling() ? now + 1 : never;
}

static const Registration<BlockEntry> registration{block_entry<PendingStoreBuffer>("caba")};

}  // namespace heddle
