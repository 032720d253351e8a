// SPDX-License-Identifier: Apache-2.0
#include "hw/sm/caches/l1_cache.hpp"

#include <cstring>
#include <utility>

#include "models/host/memory_map.hpp"

namespace heddle {

L1Cache::L1Cache(const CacheConfig& config, unsigned port_bytes, RequestQueue& queue, TransactionPool& pool,
                 StatGroup& stats, const SmEvents& events, const char* name, const EncodedLines& encoded)
    : config_(config),
      port_bytes_(port_bytes),
      all_(ByteMask::range(0, config.line_bytes)),
      encoded_(encoded),
      events_(events),
      name_(name),
      queue_(queue),
      pool_(pool),
      array_(config, encoded.space),
      mshrs_(config.mshr_entries, config.mshr_merges),
      statistics_(stats),
      line_accesses_(
          stats.counter("line_accesses", "accesses",
                        "to the data of a line: loads and constant operands when they read it, fills, "
                        "stores to local memory, write-backs of dirty lines")),
      tag_lookups_(
          stats.counter("tag_lookups", "lookups",
                        "of the tags alone, by accesses that bypass the cache: stores and atomics to "
                        "global memory, loads that must see the L2")) {
  if (!encoded_.held) return;
  encoded_hits_ = &stats.counter("encoded_hits", "requests", "hits of lines that are encoded");
  encoded_fills_ = &stats.counter("encoded_fills", "lines", "that stay encoded");
  encoded_bytes_ = &stats.counter("encoded_bytes", "B", "bytes of these");
}

CacheOutcome L1Cache::load(std::uint64_t address, const ByteMask& bytes, bool streaming,
                           const LineWaiter& waiter, Cycle now) {
  CacheLine* line = array_.find(address);
  CacheOutcome outcome;
  if (line != nullptr && line->valid.covers(bytes)) {
    if (!line->format.unencoded()) {
      if (!encoded_.direct) return decode(*line, streaming, waiter);
      ++*encoded_hits_;
    }
    if (!streaming) array_.use(*line);
    access_line(now);
    line_ = line;
    outcome = CacheOutcome::hit;
  } else if (line != nullptr && line->reserved) {
    Mshr& entry = mshrs_[line->mshr];
    outcome = mshrs_.can_merge(entry) ? CacheOutcome::reserved : CacheOutcome::reservation_fail;
    if (outcome == CacheOutcome::reserved) {
      entry.waiting.push_back(waiter);
      statistics_.see_merge();
    }
  } else {
    outcome = miss(line, address, streaming, waiter, now);
  }
  if (outcome != CacheOutcome::reservation_fail) statistics_.see(outcome, false);
  return outcome;
}

/// `line` is valid, but not in all bytes that are wanted.
CacheOutcome L1Cache::miss(CacheLine* line, std::uint64_t address, bool streaming, const LineWaiter& waiter,
                           Cycle now) {
  const CacheOutcome outcome = line != nullptr ? CacheOutcome::sector_miss : CacheOutcome::miss;
  if (mshrs_.full() || !queue_.room()) return CacheOutcome::reservation_fail;
  if (line == nullptr) {
    line = array_.victim(address);
    if (line == nullptr || !evict(*line, 1, now) || !make_room(address, 1, now))
      return CacheOutcome::reservation_fail;
    array_.assign(*line, address);
    if (streaming) line->used = 0;
  }
  Mshr& entry = mshrs_.allocate(line->address);
  line->reserved = true;
  line->mshr = static_cast<std::uint16_t>(mshrs_.index(entry));
  entry.waiting.push_back(waiter);
  Transaction& t = pool_.acquire();
  t.set_up_read(line->address, config_.line_bytes);
  if (holds_encoded(line->address))
    t.encoded().state = encoded_.direct ? EncodedCopy::State::passes : EncodedCopy::State::wanted;
  t.origin().tag = tag_of(RequestKind::fill, line->mshr);
  t.origin().warp = waiter.instruction->warp;
  queue_.push(t);
  events_.notify(&SmObserver::missed, name_, *waiter.instruction, waiter.lanes, line->address);
  return outcome;
}

CacheOutcome L1Cache::drop(std::uint64_t address) {
  ++tag_lookups_;
  CacheLine* line = array_.find(address);
  if (line == nullptr) return CacheOutcome::miss;
  const CacheOutcome outcome = line->reserved ? CacheOutcome::reserved : CacheOutcome::hit;
  CacheArray::drop(*line);
  return outcome;
}

CacheOutcome L1Cache::store_local(std::uint64_t address, const ByteMask& bytes, Cycle now) {
  CacheLine* line = array_.find(address);
  CacheOutcome outcome = CacheOutcome::hit;
  if (line == nullptr) {
    line = array_.victim(address);
    outcome = line != nullptr && evict(*line, 0, now) && make_room(address, 0, now)
                  ? CacheOutcome::miss
                  : CacheOutcome::reservation_fail;
    if (outcome == CacheOutcome::miss) array_.assign(*line, address);
  } else if (line->reserved) {  // an older load waits for what these bytes are now
    outcome = CacheOutcome::reservation_fail;
  }
  if (outcome == CacheOutcome::reservation_fail) return outcome;
  statistics_.see(outcome, true);
  access_line(now);
  array_.use(*line);
  line->valid |= bytes;
  line->dirty |= bytes;
  line_ = line;
  return outcome;
}

/// Empties a line; false when its dirty bytes find no room beside `further_requests`.
bool L1Cache::evict(CacheLine& victim, unsigned further_requests, Cycle now) {
  if (victim.empty()) return true;
  if (victim.dirty.any()) {
    if (!queue_.room(1 + further_requests)) return false;
    write_back(victim, now);
  }
  statistics_.see_eviction();
  events_.notify(&SmObserver::evicted, name_, victim.address, victim.dirty.any());
  CacheArray::drop(victim);
  return true;
}

void L1Cache::write_back(CacheLine& line, Cycle now) {
  Transaction& t = pool_.acquire();
  if (line.dirty == all_) {
    t.set_up_write(line.address, config_.line_bytes);
  } else {
    t.set_up_partial_write(line.address, config_.line_bytes);
    t.enables.fill(TLM_BYTE_DISABLED);
    line.dirty.for_each([&](unsigned byte) { t.enables[byte] = TLM_BYTE_ENABLED; });
  }
  std::memcpy(t.data.data(), line.data.data(), config_.line_bytes);
  t.origin().tag = tag_of(RequestKind::write_back, 0);
  queue_.push(t);
  access_line(now);
  statistics_.see_write_back();
}

void L1Cache::invalidate_global() {
  array_.for_each([](CacheLine& line) {
    if (!MemoryMap::is_own(line.address)) CacheArray::drop(line);
  });
}

void L1Cache::fill(Transaction& t) {
  const Mshr& entry = mshrs_[index_of(t.origin().tag)];
  install(t, entry);
  if (t.encoded().state != EncodedCopy::State::opened) events_.notify(&SmObserver::filled, name_, entry.line);
  filled_ = &t;
  served_ = 0;
}

/// Nobody has the line when it was dropped meanwhile.
void L1Cache::install(Transaction& t, const Mshr& entry) {
  CacheLine* line = array_.find(entry.line);
  if (line == nullptr || line->mshr != mshrs_.index(entry)) return;
  if (line->reserved) {
    install_bytes(t, *line);
    line->valid = all_;
    ++line_accesses_;
  }
  line->reserved = line->decoding = false;
}

/// Bytes that were stored to the line meanwhile are newer than what came.
void L1Cache::install_bytes(Transaction& t, CacheLine& line) const {
  if (t.encoded().state == EncodedCopy::State::kept) {
    line.data = t.encoded().bits;
    return hold(line, t.encoded().format);
  }
  line.valid.for_each([&](unsigned byte) { t.data[byte] = line.data[byte]; });
  std::memcpy(line.data.data(), t.data.data(), config_.line_bytes);
  hold(line, t.format());
}

void L1Cache::hold(CacheLine& line, const LineFormat& format) const {
  line.format = format;
  if (format.unencoded()) return;
  ++*encoded_fills_;
  *encoded_bytes_ += format.length();
}

void L1Cache::end_fill() {
  Transaction& t = *std::exchange(filled_, nullptr);
  mshrs_.release(mshrs_[index_of(t.origin().tag)]);
  t.release();
}

}  // namespace heddle
