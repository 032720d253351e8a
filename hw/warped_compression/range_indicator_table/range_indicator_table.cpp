// SPDX-License-Identifier: Apache-2.0
#include "hw/warped_compression/range_indicator_table/range_indicator_table.hpp"

#include <bit>

#include "hw/sim/block_entry.hpp"

namespace heddle {

Cycle RangeIndicatorTable::tick(Cycle) {
  if (io.in_reset()) {
    indicators_.reset();
    io.indicators.put({indicators_.all()});
    return never;
  }
  bool changed = false;
  if (const Beat<RegisterRange>& clear = io.clear.get(); clear.valid)
    changed = indicators_.clear(clear.payload.first, clear.payload.count);
  const IndicatorUpdates& update = io.update.payload();
  for (unsigned rest = update.valid.value; rest != 0; rest &= rest - 1) {
    const auto requester = static_cast<unsigned>(std::countr_zero(rest));
    changed |= indicators_.update(update.registers[requester], update.encodings[requester]);
  }
  if (changed) io.indicators.put({indicators_.all()});
  // The same pins once more would write the same.
  return never;
}

static const Registration<BlockEntry> registration{block_entry<RangeIndicatorTable>("warped_compression")};

}  // namespace heddle
