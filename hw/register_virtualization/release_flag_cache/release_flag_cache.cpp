// SPDX-License-Identifier: Apache-2.0
#include "hw/register_virtualization/release_flag_cache/release_flag_cache.hpp"

#include <bit>

#include "hw/sim/block_entry.hpp"

namespace heddle {

Cycle ReleaseFlagCache::tick(Cycle now) {
  if (io.in_reset()) {
    flags_.drop_all();
    io.answer.put({});
    return never;
  }
  const FlagProbes& probe = io.probe.payload();
  Level<FlagHits> answer{};
  for (unsigned rest = probe.valid.value; rest != 0; rest &= rest - 1) {
    const auto i = static_cast<unsigned>(std::countr_zero(rest));
    if (const auto flags = flags_.find(probe.addresses[i])) {
      answer.payload.hit.value |= static_cast<std::uint8_t>(1u << i);
      answer.payload.flags[i] = *flags;
    }
  }
  if (io.drop.payload().all) flags_.drop_all();
  const Beat<FlagFill>& fill = io.fill.get();
  if (fill.valid) flags_.put(fill.payload.address, fill.payload.flags.value);
  io.answer.put(answer);
  // With the same pins once more, a probe sees what was filled.
  return probe.valid.value != 0 && (fill.valid || io.drop.payload().all) ? now + 1 : never;
}

static const Registration<BlockEntry> registration{block_entry<ReleaseFlagCache>("register_virtualization")};

}  // namespace heddle
