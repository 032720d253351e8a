// SPDX-License-Identifier: Apache-2.0
#include "hw/warp_approximation/similar_register_table/similar_register_table.hpp"

#include <bit>

#include "hw/sim/block_entry.hpp"

namespace heddle {

Cycle SimilarRegisterTable::tick(Cycle) {
  if (io.in_reset()) {
    table_.reset();
    io.similarity.put({});
    io.paths.put({});
    return never;
  }
  const SimilarityUpdates& update = io.update.payload();
  const Beat<PathUpdate>& path = io.path.get();
  take(update, path);
  if (path.valid) io.paths.put({table_.paths()});
  if (update.valid.value != 0 || path.valid) {
    io.similarity.next().payload.entries = table_.entries();
    io.similarity.commit();
  }
  // The same pins once more would change nothing: a change acts on what the updates write.
  return never;
}

void SimilarRegisterTable::take(const SimilarityUpdates& update, const Beat<PathUpdate>& path) {
  for (unsigned rest = update.valid.value; rest != 0; rest &= rest - 1) {
    const auto i = static_cast<unsigned>(std::countr_zero(rest));
    table_.write(update.registers[i], update.path.value >> i & 1,
                 RegisterSimilarity::of_pins(update.entries[i]));
  }
  if (!path.valid) return;
  const PathUpdate& u = path.payload;
  WarpPaths paths{u.lanes, u.representative};
  for (std::uint8_t& lane : paths.representative) lane %= warp_size;
  table_.change(paths, u.change);
}

static const Registration<BlockEntry> registration{block_entry<SimilarRegisterTable>("warp_approximation")};

}  // namespace heddle
