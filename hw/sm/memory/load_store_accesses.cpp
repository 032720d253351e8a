#include <algorithm>
#include <bit>
#include <cstring>

#include "hw/sm/memory/load_store_unit.hpp"
#include "hw/sm/memory/places_in_line.hpp"

/// One access to a line: what becomes of it in the caches, and the requests of what goes past them.
namespace heddle {
namespace {

constexpr unsigned sector_count = line_bytes / burst_bytes;

const ByteMask whole_line = ByteMask::range(0, line_bytes);

}  // namespace

/// Tries the present access; false when it must be tried again.
bool LoadStoreUnit::access(InFlight& f, Cycle now) {
  switch (access_.path) {
    case MemoryPath::global_load:
      return load(f, data_, line_bytes, whole_line, now);
    case MemoryPath::local_load:
      return load(f, data_, line_bytes, bytes_of_fragment(f), now);
    case MemoryPath::constant:
      return load(f, constants_, config_.l1c.line_bytes, ByteMask::range(0, config_.l1c.line_bytes), now);
    case MemoryPath::local_store:
      return store_local(f, now);
    case MemoryPath::texture:
      if (textures_.access(access_.address, {&f, access_.lanes, access_.fragment}, now) ==
          CacheOutcome::reservation_fail)
        return lacks(textures_.statistics(), false);
      wait_for(f);
      return true;
    default:
      return request(f);
  }
}

/// The access has found no room: it is tried again in the next cycle.
bool LoadStoreUnit::lacks(CacheStatistics& of, bool write) {
  lacking_ = &of;
  lacking_write_ = write;
  return false;
}

/// If not, the access is tried again: the port is taken for a cycle or a few.
bool LoadStoreUnit::port_free(const L1Cache& cache, Cycle now) {
  if (cache.port_free(now)) return true;
  ++stats_.port_conflicts;
  return false;
}

/// `f` waits for one thing more.
void LoadStoreUnit::wait_for(InFlight& f) {
  ++f.outstanding;
  ++outstanding_[f.warp];
}

bool LoadStoreUnit::load(InFlight& f, L1Cache& cache, unsigned bytes, const ByteMask& wanted, Cycle now) {
  if (!port_free(cache, now)) return false;
  const LineWaiter waiter{&f, access_.lanes, access_.fragment};
  const bool streaming = f.instruction->memory.cache == ptx::CacheOperator::streaming;
  switch (cache.load(access_.address, wanted, streaming, waiter, now)) {
    case CacheOutcome::hit:
      deliver(waiter, cache.line().data.data(), bytes);
      f.ready = std::max(f.ready, now + cache.latency());
      return true;
    case CacheOutcome::reservation_fail:
      return lacks(cache.statistics(), false);
    default:
      wait_for(f);
      return true;
  }
}

/// The bytes of the line that the present fragment wants. Words of a line belong to different lanes.
ByteMask LoadStoreUnit::bytes_of_fragment(const InFlight& f) const {
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

bool LoadStoreUnit::store_local(InFlight& f, Cycle now) {
  if (!port_free(data_, now)) return false;
  if (data_.store_local(access_.address, bytes_of_fragment(f), now) == CacheOutcome::reservation_fail)
    return lacks(data_.statistics(), true);
  const LaneFragments& p = *f.fragments;
  CacheLine& line = data_.line();
  for (LaneMask rest = access_.lanes; rest != 0; rest &= rest - 1) {
    const auto lane = static_cast<unsigned>(std::countr_zero(rest));
    std::memcpy(line.data.data() + p.address[access_.fragment][lane] % line_bytes,
                p.data[lane][access_.fragment].data(), p.bytes[lane]);
  }
  return true;
}

/// Past the L1: one request for each run of neighbouring sectors that are touched, one a cycle; an atomic is
/// one request. True when the last has gone to the queue.
bool LoadStoreUnit::request(InFlight& f) {
  RequestQueue& queue = requests_[0];
  if (!queue.room()) return lacks(data_.statistics(), access_.path != MemoryPath::bypassing_load);
  const auto touched = [](LaneMask lanes) { return lanes != 0; };
  if (std::none_of(sectors_.begin(), sectors_.end(), touched)) {  // the access is new
    sectors_ = sectors_of(f.addresses, access_.lanes);
    const CacheOutcome outcome = data_.drop(access_.address);
    if (access_.path == MemoryPath::global_store) data_.statistics().see(outcome, true);
    stats_.moved +=
        burst_bytes * static_cast<unsigned>(std::count_if(sectors_.begin(), sectors_.end(), touched));
  }
  unsigned first = 0;
  while (sectors_[first] == 0) ++first;
  unsigned end = first;
  LaneMask lanes = 0;
  const bool atomic = access_.path == MemoryPath::atomic;
  unsigned last = sector_count;
  while (sectors_[last - 1] == 0) --last;
  for (; end < last && (atomic || sectors_[end] != 0); ++end) {
    lanes |= sectors_[end];
    sectors_[end] = 0;
  }

  Transaction& t = pool_.acquire();
  const std::uint64_t base = access_.address + first * burst_bytes;
  const unsigned length = (end - first) * burst_bytes;
  const bool store = f.instruction->memory.store;
  if (atomic)
    fill_atomic(t, f, lanes, base, length);
  else if (store)
    fill_store(t, f, lanes, base, length);
  else
    t.set_up_read(base, length);
  if (free_waiting_.empty()) {
    free_waiting_.push_back(waiting_.size());
    waiting_.emplace_back();
  }
  const std::size_t index = free_waiting_.back();
  free_waiting_.pop_back();
  waiting_[index] = {store ? nullptr : &f, lanes, f.warp};
  ++outstanding_[f.warp];
  if (!store) ++f.outstanding;
  t.origin().tag = tag_of(RequestKind::direct, index);
  queue.push(t);
  return end == last;
}

void LoadStoreUnit::fill_store(Transaction& t, const InFlight& f, LaneMask lanes, std::uint64_t base,
                               unsigned length) const {
  const unsigned bytes = unsigned{f.instruction->memory.width} * f.instruction->memory.elements;
  const LanePlaces places = places_in(f.addresses, lanes, base, bytes);
  if (places.dense) {
    t.set_up_write(base, length);
  } else {
    t.set_up_partial_write(base, length);
    t.enables.fill(TLM_BYTE_DISABLED);
    for (LaneMask rest = lanes; rest != 0; rest &= rest - 1)
      std::memset(t.enables.data() + places.offset[static_cast<unsigned>(std::countr_zero(rest))],
                  TLM_BYTE_ENABLED, bytes);
  }
  store_lanes(*f.instruction, f.operands, lanes, places, reinterpret_cast<std::byte*>(t.data.data()));
}

void LoadStoreUnit::fill_atomic(Transaction& t, const InFlight& f, LaneMask lanes, std::uint64_t base,
                                unsigned length) const {
  const ptx::Instruction& i = *f.instruction;
  AtomicRequest& request = t.set_up_atomic(base, length);
  request.update = i.memory.update;
  request.width = i.memory.width;
  for (LaneMask rest = lanes; rest != 0; rest &= rest - 1) {
    const auto lane = static_cast<unsigned>(std::countr_zero(rest));
    request.add(static_cast<unsigned>(f.addresses[lane] - base),
                ptx::operand_bits(i, f.operands, 1, i.memory.width, lane),
                ptx::operand_bits(i, f.operands, 2, i.memory.width, lane));
  }
}

}  // namespace heddle
