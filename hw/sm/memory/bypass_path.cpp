// SPDX-License-Identifier: Apache-2.0
#include "hw/sm/memory/bypass_path.hpp"

#include <algorithm>
#include <bit>
#include <cstring>

#include "hw/sm/caches/places_in_line.hpp"

namespace heddle {
namespace {

constexpr unsigned sector_count = line_bytes / burst_bytes;
constexpr auto touched = [](LaneMask lanes) { return lanes != 0; };

void fill_store(Transaction& t, const InFlight& f, LaneMask lanes, std::uint64_t base, unsigned length) {
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

void fill_atomic(Transaction& t, const InFlight& f, LaneMask lanes, std::uint64_t base, unsigned length) {
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

}  // namespace

/// The access is new: its line must not be used in the cache any more.
void BypassPath::look_up(const InFlight& f, const LineAccess& access) {
  sectors_ = sectors_of(f.addresses, access.lanes);
  const CacheOutcome outcome = data_.drop(access.address);
  if (access.path == MemoryPath::global_store) data_.statistics().see(outcome, true);
  stats_.moved +=
      burst_bytes * static_cast<unsigned>(std::count_if(sectors_.begin(), sectors_.end(), touched));
}

std::size_t BypassPath::wait(const Waiting& w) {
  if (free_.empty()) {
    free_.push_back(waiting_.size());
    waiting_.emplace_back();
  }
  const std::size_t index = free_.back();
  free_.pop_back();
  waiting_[index] = w;
  return index;
}

bool BypassPath::request(InFlight& f, const LineAccess& access) {
  if (std::none_of(sectors_.begin(), sectors_.end(), touched)) look_up(f, access);
  unsigned first = 0, last = sector_count;
  while (sectors_[first] == 0) ++first;
  while (sectors_[last - 1] == 0) --last;
  const bool atomic = access.path == MemoryPath::atomic, store = f.instruction->memory.store;
  unsigned end = first;
  LaneMask lanes = 0;
  for (; end < last && (atomic || sectors_[end] != 0); ++end) lanes |= std::exchange(sectors_[end], 0);

  Transaction& t = pool_.acquire();
  const std::uint64_t base = access.address + first * burst_bytes;
  const unsigned length = (end - first) * burst_bytes;
  if (atomic)
    fill_atomic(t, f, lanes, base, length);
  else if (store)
    fill_store(t, f, lanes, base, length);
  else
    t.set_up_read(base, length);
  if (store)
    returns_.expect(f.warp);
  else
    returns_.wait_for(f);
  const bool ordered = atomic || f.instruction->memory.cache == ptx::CacheOperator::global;
  t.origin().tag = tag_of(ordered ? RequestKind::ordered : RequestKind::direct,
                          wait({store ? nullptr : &f, lanes, f.warp}));
  t.origin().warp = f.warp;
  queue_.push(t);
  return end == last;
}

void BypassPath::answer(Transaction& t, Cycle now) {
  const std::uint64_t tag = t.origin().tag;
  if (kind_of(tag) != RequestKind::write_back) {
    const auto [f, lanes, warp] = waiting_[index_of(tag)];
    free_.push_back(index_of(tag));
    returns_.answered(warp);
    if (f != nullptr) {
      data_.take_port(now, t.get_data_length());
      const ptx::Instruction& i = *f->instruction;
      unsigned k = 0;
      for (LaneMask rest = lanes; rest != 0; rest &= rest - 1, ++k) {
        const auto lane = static_cast<unsigned>(std::countr_zero(rest));
        const void* from =
            i.memory.update == nullptr
                ? static_cast<const void*>(t.data.data() + (f->addresses[lane] - t.get_address()))
                : &t.atomic().operations[k].old;
        ptx::load_value(i, f->operands, lane, static_cast<const std::byte*>(from));
      }
      returns_.arrived(*f, now);
    }
  }
  t.release();
}

}  // namespace heddle
