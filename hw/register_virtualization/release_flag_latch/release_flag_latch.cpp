// SPDX-License-Identifier: Apache-2.0
#include "hw/register_virtualization/release_flag_latch/release_flag_latch.hpp"

#include "hw/sim/block_entry.hpp"

namespace heddle {

Cycle ReleaseFlagLatch::tick(Cycle now) {
  if (io.in_reset()) {
    latched_.reset();
    io.next.put({});
    return never;
  }
  const Beat<FlagStep>& step = io.step.get();
  if (step.valid) {
    const FlagStep& s = step.payload;
    if (s.loads) latched_.load(s.warp, s.flags.value);
    latched_.take(s.warp, s.taken.value);
  }
  const Beat<LatchRead>& read = io.read.get();
  Beat<NextFlags> next;
  if (read.valid) next = {{{latched_.next(read.payload.warp)}}, true};
  io.next.put(next);
  return step.valid ? now + 1 : never;
}

static const Registration<BlockEntry> registration{block_entry<ReleaseFlagLatch>("register_virtualization")};

}  // namespace heddle
