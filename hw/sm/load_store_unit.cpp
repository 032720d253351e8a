#include "hw/sm/load_store_unit.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <cstring>

#include "models/host/fault.hpp"
#include "models/ptx/memory_windows.hpp"

namespace heddle {

LoadStoreUnit::LoadStoreUnit(const LoadStoreConfig& config, unsigned source, unsigned sm, MemoryPort& port,
                             StatGroup& stats)
    : config_(config),
      source_(source),
      sm_(sm),
      port_(port),
      shared_accesses_(stats.counter("shared_accesses", "warp instructions", "shared memory accesses")),
      shared_conflicts_(
          stats.counter("shared_conflict_cycles", "cycles", "further passes because lanes meet in a bank")),
      global_loads_(stats.counter("global_loads", "warp instructions", "loads from global memory")),
      global_stores_(stats.counter("global_stores", "warp instructions", "stores to global memory")),
      transactions_(stats.counter("transactions", "requests", "line requests after coalescing")) {}

void LoadStoreUnit::start(InFlight& f, Cycle now, const Launch& launch,
                          std::vector<std::vector<std::byte>>& shared) {
  const ptx::Instruction& i = *f.instruction;
  const unsigned bytes = unsigned{i.memory.width} * i.memory.elements;
  started_ = true;
  lines_.clear();
  next_line_ = 0;
  ptx::effective_addresses(i, f.operands, f.addresses);

  const unsigned cta = f.warp / launch.warps_per_cta;
  LaneMask in_shared = 0;
  for (LaneMask rest = f.mask; rest != 0; rest &= rest - 1) {
    const auto lane = static_cast<unsigned>(std::countr_zero(rest));
    const ptx::Location at = ptx::resolve(i.memory.space, f.addresses[lane]);
    const bool is_shared = at.space == ptx::Space::shared;
    const bool inside =
        is_shared ? at.offset + bytes <= shared[cta].size()
                  : at.space == ptx::Space::global && launch.memory->check(at.offset, bytes) != nullptr;
    if (!inside || at.offset % bytes != 0)
      throw access_error(*launch.kernel, i, f.warp % launch.warps_per_cta, lane, f.addresses[lane], bytes,
                         *launch.memory);
    f.addresses[lane] = at.offset;
    if (is_shared) in_shared |= LaneMask{1} << lane;
  }
  const LaneMask in_global = f.mask & ~in_shared;
  if (!i.memory.store) ++loads_;

  busy_until_ = now;
  if (in_shared != 0) {
    const unsigned passes = shared_passes(f, in_shared);
    ++shared_accesses_;
    shared_conflicts_ += passes - 1;
    busy_until_ = now + passes - 1;
    access_shared(f, in_shared, shared[cta]);
  }
  if (in_global != 0) {
    ++(i.memory.store ? global_stores_ : global_loads_);
    coalesce(f, in_global);
    f.outstanding = i.memory.store ? 0 : static_cast<unsigned>(lines_.size());
  }
}

void LoadStoreUnit::access_shared(InFlight& f, LaneMask lanes, std::vector<std::byte>& memory) {
  for (; lanes != 0; lanes &= lanes - 1) {
    const auto lane = static_cast<unsigned>(std::countr_zero(lanes));
    std::byte* at = memory.data() + f.addresses[lane];
    if (f.instruction->memory.store)
      ptx::store_value(*f.instruction, f.operands, lane, at);
    else
      ptx::load_value(*f.instruction, f.operands, lane, at);
  }
}

/// Passes over the banks: each bank serves one 4-byte word a pass, to all lanes that want that word.
unsigned LoadStoreUnit::shared_passes(const InFlight& f, LaneMask lanes) const {
  std::array<std::array<std::uint64_t, warp_size>, warp_size>
      words;  // by bank; a warp asks for 32 words an element
  std::array<unsigned, warp_size> count{};
  const unsigned access = unsigned{f.instruction->memory.width} * f.instruction->memory.elements;
  unsigned passes = 0;
  for (unsigned part = 0; part < access; part += 4) {
    count.fill(0);
    unsigned most = 1;
    for (LaneMask rest = lanes; rest != 0; rest &= rest - 1) {
      const std::uint64_t word = (f.addresses[static_cast<unsigned>(std::countr_zero(rest))] + part) / 4;
      const unsigned bank = static_cast<unsigned>(word % config_.shared_banks);
      auto* end = words[bank].data() + count[bank];
      if (std::find(words[bank].data(), end, word) != end) continue;
      *end = word;
      most = std::max(most, ++count[bank]);
    }
    passes += most;
  }
  return passes;
}

void LoadStoreUnit::coalesce(const InFlight& f, LaneMask lanes) {
  for (; lanes != 0; lanes &= lanes - 1) {
    const auto lane = static_cast<unsigned>(std::countr_zero(lanes));
    const std::uint64_t line = f.addresses[lane] / line_bytes * line_bytes;
    auto it = std::find_if(lines_.begin(), lines_.end(), [&](const Line& l) { return l.address == line; });
    if (it == lines_.end()) it = lines_.insert(it, {line, 0});
    it->lanes |= LaneMask{1} << lane;
  }
}

void LoadStoreUnit::send(InFlight& f) {
  if (next_line_ == lines_.size() || !port_.free()) return;
  const Line& line = lines_[next_line_++];
  const ptx::MemoryAccess& access = f.instruction->memory;
  const unsigned bytes = unsigned{access.width} * access.elements;
  std::uint64_t low = line_bytes, high = 0;
  for (LaneMask rest = line.lanes; rest != 0; rest &= rest - 1) {
    const std::uint64_t offset = f.addresses[static_cast<unsigned>(std::countr_zero(rest))] - line.address;
    low = std::min(low, offset);
    high = std::max(high, offset + bytes);
  }
  low = low / burst_bytes * burst_bytes;
  const auto length = static_cast<unsigned>((high + burst_bytes - 1) / burst_bytes * burst_bytes - low);

  Transaction& t = pool_.acquire();
  if (access.store) {
    t.set_up_partial_write(line.address + low, length);
    t.enables.fill(TLM_BYTE_DISABLED);
    for (LaneMask rest = line.lanes; rest != 0; rest &= rest - 1) {
      const auto lane = static_cast<unsigned>(std::countr_zero(rest));
      const std::uint64_t offset = f.addresses[lane] - line.address - low;
      ptx::store_value(*f.instruction, f.operands, lane,
                       reinterpret_cast<std::byte*>(t.data.data()) + offset);
      std::memset(t.enables.data() + offset, TLM_BYTE_ENABLED, bytes);
    }
  } else {
    t.set_up_read(line.address + low, length);
  }
  if (free_tags_.empty()) {
    free_tags_.push_back(waiting_.size());
    waiting_.emplace_back();
  }
  const std::uint64_t tag = free_tags_.back();
  free_tags_.pop_back();
  waiting_[tag] = {access.store ? nullptr : &f, line.lanes};
  t.origin().source = sm_;
  t.origin().tag = tag;
  ++transactions_;
  port_.send(t);
}

void LoadStoreUnit::receive() {
  while (Transaction* t = port_.receive()) {
    const std::uint64_t tag = t->origin().tag;
    auto [f, lanes] = waiting_[tag];
    if (f != nullptr) {
      const auto* data = reinterpret_cast<const std::byte*>(t->data.data());
      for (; lanes != 0; lanes &= lanes - 1) {
        const auto lane = static_cast<unsigned>(std::countr_zero(lanes));
        ptx::load_value(*f->instruction, f->operands, lane, data + (f->addresses[lane] - t->get_address()));
      }
      if (--f->outstanding == 0) done_.emplace_back(0, f);
    }
    free_tags_.push_back(tag);
    t->release();
  }
}

}  // namespace heddle
