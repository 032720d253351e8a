// SPDX-License-Identifier: Apache-2.0
#include "hw/caba/assist_warp_store/assist_warp_store.hpp"

#include "hw/sim/block_entry.hpp"

namespace heddle {

Cycle AssistWarpStore::tick(Cycle now) {
  if (io.in_reset()) {
    state_.reset();
    io.word.put({});
    return never;
  }
  Beat<AssistWord> word;
  const Beat<AssistFetch>& fetch = io.fetch.get();
  if (fetch.valid) {
    const AssistFetch& f = fetch.payload;
    word = {{f.entry, f.low, state_.read(f.subroutine.value, f.instruction.value)}, true};
  }
  io.word.put(word);
  const Beat<StoreWord>& load = io.load.get();
  if (load.valid) state_.load_word(load.payload.address.value, load.payload.word);
  const Beat<StoreSubroutine>& begin = io.begin.get();
  if (begin.valid) state_.load_subroutine(begin.payload.subroutine.value, begin.payload.first.value);
  // What is loaded may change the word that the same fetch gets at the next edge.
  return fetch.valid && (load.valid || begin.valid) ? now + 1 : never;
}

static const Registration<BlockEntry> registration{block_entry<AssistWarpStore>("caba")};

}  // namespace heddle
