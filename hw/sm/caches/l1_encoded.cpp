// SPDX-License-Identifier: Apache-2.0
#include "hw/sm/caches/l1_cache.hpp"
#include "models/host/memory_map.hpp"

/// Lines that the cache holds encoded.
namespace heddle {

/// Local memory is stored to in the cache, so its lines are always whole.
bool L1Cache::holds_encoded(std::uint64_t address) const {
  return encoded_.held && !MemoryMap::is_own(address);
}

/// A hit of an encoded line: `waiter` waits for it with those that came before. The bytes are taken now, so
/// that the line may be evicted or dropped meanwhile.
CacheOutcome L1Cache::decode(CacheLine& line, bool streaming, const LineWaiter& waiter) {
  if (line.decoding ? !mshrs_.can_merge(mshrs_[line.mshr]) : mshrs_.full())
    return CacheOutcome::reservation_fail;
  if (!line.decoding) {
    Mshr& entry = mshrs_.allocate(line.address);
    line.decoding = true;
    line.mshr = static_cast<std::uint16_t>(mshrs_.index(entry));
    Transaction& t = pool_.acquire();
    t.set_up_read(line.address, config_.line_bytes);
    t.set_response_status(tlm::TLM_OK_RESPONSE);
    t.data = line.data;
    t.format() = line.format;
    t.encoded().state = EncodedCopy::State::opened;
    t.origin().tag = tag_of(RequestKind::fill, line.mshr);
    t.origin().warp = waiter.instruction->warp;
    to_decode_.push(&t);
    ++line_accesses_;
  }
  mshrs_[line.mshr].waiting.push_back(waiter);
  if (!streaming) array_.use(line);
  ++*encoded_hits_;
  statistics_.see(CacheOutcome::hit, false);
  return CacheOutcome::reserved;
}

/// Evicts lines, the least recently used first, until a whole line at `address` has room.
bool L1Cache::make_room(std::uint64_t address, unsigned further_requests, Cycle now) {
  if (encoded_.space.tags == 1) return true;
  while (array_.room_for(address) < config_.line_bytes) {
    CacheLine* other = array_.crowding(address);
    if (other == nullptr || !evict(*other, further_requests, now)) return false;
  }
  return true;
}

}  // namespace heddle
