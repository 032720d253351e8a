// SPDX-License-Identifier: Apache-2.0
#include "hw/sm/caches/texture_cache.hpp"

#include <cstring>

namespace heddle {

TextureCache::TextureCache(const CacheConfig& config, unsigned fragments, RequestQueue& queue,
                           TransactionPool& pool, StatGroup& stats)
    : config_(config),
      queue_(queue),
      pool_(pool),
      array_(config),
      fragments_(fragments),
      statistics_(stats) {}

CacheOutcome TextureCache::access(std::uint64_t address, const LineWaiter& waiter, Cycle now) {
  CacheLine* line = array_.find(address);
  const bool hit = line != nullptr;
  if (count_ == fragments_.size() || (!hit && !queue_.room())) return CacheOutcome::reservation_fail;
  const std::size_t index = (first_ + count_++) % fragments_.size();
  if (!hit) {
    line = array_.victim(address);
    if (!line->empty()) statistics_.see_eviction();
    array_.assign(*line, address);
    Transaction& t = pool_.acquire();
    t.set_up_read(line->address, config_.line_bytes);
    t.origin().tag = tag_of(RequestKind::fill, index);
    t.origin().warp = waiter.instruction->warp;
    queue_.push(t);
  } else {
    array_.use(*line);
  }
  // Its data can be read from the cycle after the lookup on; the result is a register one cycle later.
  fragments_[index] = {waiter, line, now + config_.latency - 1, !hit, nullptr, address};
  const CacheOutcome outcome = hit ? CacheOutcome::hit : CacheOutcome::miss;
  statistics_.see(outcome, false);
  return outcome;
}

void TextureCache::install(Fragment& f) {
  std::memcpy(f.line->data.data(), f.arrived->data.data(), config_.line_bytes);
  f.arrived->release();
}

}  // namespace heddle
