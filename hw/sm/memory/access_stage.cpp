// SPDX-License-Identifier: Apache-2.0
#include "hw/sm/memory/access_stage.hpp"

#include <algorithm>
#include <bit>
#include <cstring>

namespace heddle {
namespace {

const ByteMask whole_line = ByteMask::range(0, line_bytes);

}  // namespace

bool AccessStage::work(InFlight& f, Cycle now) {
  if (!trying_ && !n_.coalescer.done()) begin_access();
  if (trying_) trying_ = !access(f, now);
  return done();
}

void AccessStage::begin_access() {
  access_ = n_.coalescer.next();
  trying_ = true;
  switch (access_.path) {
    case MemoryPath::constant:
      ++n_.stats.constant_accesses;
      break;
    case MemoryPath::texture:
      ++n_.stats.texture_accesses;
      break;
    default:
      if (taken_++ != 0) ++n_.stats.replays;
      ++n_.stats.transactions;
      if (access_.path == MemoryPath::global_load) n_.stats.moved += line_bytes;
  }
}

/// Tries the present access; false when it must be tried again.
bool AccessStage::access(InFlight& f, Cycle now) {
  switch (access_.path) {
    case MemoryPath::global_load:
      return load(f, n_.data, line_bytes, whole_line, now);
    case MemoryPath::local_load:
      return load(f, n_.data, line_bytes, bytes_of_fragment(f), now);
    case MemoryPath::constant:
      return load(f, n_.constants, constant_line_bytes_, ByteMask::range(0, constant_line_bytes_), now);
    case MemoryPath::local_store:
      return store_local(f, now);
    case MemoryPath::texture:
      if (n_.textures.access(access_.address, {&f, access_.lanes, access_.fragment}, now) ==
          CacheOutcome::reservation_fail)
        return lacks(n_.textures.statistics(), false);
      n_.returns.wait_for(f);
      return true;
    default:
      if (!n_.bypass.room()) return lacks(n_.data.statistics(), access_.path != MemoryPath::bypassing_load);
      return n_.bypass.request(f, access_);
  }
}

/// The access has found no room: it is tried again in the next cycle.
bool AccessStage::lacks(CacheStatistics& of, bool write) {
  lacking_ = &of;
  lacking_write_ = write;
  return false;
}

/// If not, the access is tried again: the port is taken for a cycle or a few.
bool AccessStage::port_free(const L1Cache& cache, Cycle now) {
  if (cache.port_free(now)) return true;
  ++n_.stats.port_conflicts;
  return false;
}

bool AccessStage::load(InFlight& f, L1Cache& cache, unsigned bytes, const ByteMask& wanted, Cycle now) {
  if (!port_free(cache, now)) return false;
  const LineWaiter waiter{&f, access_.lanes, access_.fragment};
  const bool streaming = f.instruction->memory.cache == ptx::CacheOperator::streaming;
  switch (cache.load(access_.address, wanted, streaming, waiter, now)) {
    case CacheOutcome::hit:
      n_.returns.deliver(waiter, cache.line().data.data(), bytes, cache.line().format);
      f.ready = std::max(f.ready, now + cache.latency());
      return true;
    case CacheOutcome::reservation_fail:
      return lacks(cache.statistics(), false);
    default:
      n_.returns.wait_for(f);
      return true;
  }
}

/// The bytes of the line that the present fragment wants. Words of a line belong to different lanes.
ByteMask AccessStage::bytes_of_fragment(const InFlight& f) const {
  const LaneFragments& p = *f.fragments;
  if (access_.lanes == all_lanes && p.bytes[0] == 4) return whole_line;
  ByteMask bytes;
  for (LaneMask rest = access_.lanes; rest != 0; rest &= rest - 1) {
    const auto lane = static_cast<unsigned>(std::countr_zero(rest));
    bytes |=
        ByteMask::range(static_cast<unsigned>(p.address[access_.fragment][lane] % line_bytes), p.bytes[lane]);
  }
  return bytes;
}

bool AccessStage::store_local(InFlight& f, Cycle now) {
  if (!port_free(n_.data, now)) return false;
  if (n_.data.store_local(access_.address, bytes_of_fragment(f), now) == CacheOutcome::reservation_fail)
    return lacks(n_.data.statistics(), true);
  const LaneFragments& p = *f.fragments;
  CacheLine& line = n_.data.line();
  for (LaneMask rest = access_.lanes; rest != 0; rest &= rest - 1) {
    const auto lane = static_cast<unsigned>(std::countr_zero(rest));
    std::memcpy(line.data.data() + p.address[access_.fragment][lane] % line_bytes,
                p.data[lane][access_.fragment].data(), p.bytes[lane]);
  }
  return true;
}

}  // namespace heddle
