#include "hw/sm/load_store_unit.hpp"

#include <algorithm>
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
      outstanding_(64),
      shared_accesses_(
          stats.counter("shared_accesses", "warp instructions", "shared memory accesses, atomics included")),
      shared_conflicts_(
          stats.counter("shared_conflict_cycles", "cycles", "further passes because lanes meet in a bank")),
      shared_atomics_(stats.counter("shared_atomics", "warp instructions", "atomics on shared memory")),
      global_loads_(stats.counter("global_loads", "warp instructions", "loads from global memory")),
      global_stores_(stats.counter("global_stores", "warp instructions", "stores to global memory")),
      global_atomics_(stats.counter("global_atomics", "warp instructions", "atomics on global memory")),
      local_loads_(stats.counter("local_loads", "warp instructions", "loads from local memory")),
      local_stores_(stats.counter("local_stores", "warp instructions", "stores to local memory")),
      texture_fetches_(stats.counter("texture_fetches", "warp instructions", "texture fetches")),
      transactions_(stats.counter("transactions", "requests", "line requests after coalescing")) {}

void LoadStoreUnit::start(InFlight& f, Cycle now, const Launch& launch, const ptx::WarpContext& context,
                          std::vector<std::vector<std::byte>>& shared) {
  const ptx::Instruction& i = *f.instruction;
  started_ = true;
  busy_until_ = now;
  lines_.clear();
  next_line_ = 0;
  if (!i.memory.store) ++loads_;
  if (i.memory.space == ptx::Space::texture) return start_texture(f, launch, context);

  const unsigned bytes = unsigned{i.memory.width} * i.memory.elements;
  ptx::effective_addresses(i, f.operands, f.addresses);
  const unsigned cta = f.warp / launch.warps_per_cta;
  LaneMask in_shared = 0, in_local = 0;
  for (LaneMask rest = f.mask; rest != 0; rest &= rest - 1) {
    const auto lane = static_cast<unsigned>(std::countr_zero(rest));
    const ptx::Location at = ptx::resolve(i.memory.space, f.addresses[lane]);
    bool inside = false;
    if (at.space == ptx::Space::shared) {
      inside = at.offset + bytes <= shared[cta].size();
      in_shared |= LaneMask{1} << lane;
    } else if (at.space == ptx::Space::local) {
      inside = at.offset + bytes <= launch.kernel->local_bytes && i.memory.update == nullptr;
      in_local |= LaneMask{1} << lane;
    } else {
      inside = launch.memory->check(at.offset, bytes) != nullptr;
    }
    if (!inside || at.offset % bytes != 0)
      throw access_error(*launch.kernel, i, context, lane, f.addresses[lane], bytes, *launch.memory);
    f.addresses[lane] = at.offset;
  }

  if (in_shared != 0) {
    const bool atomic = i.memory.update != nullptr;
    const unsigned passes = atomic ? atomic_passes(f, in_shared) : shared_passes(f, in_shared);
    ++shared_accesses_;
    if (atomic) ++shared_atomics_;
    shared_conflicts_ += passes - 1;
    busy_until_ = now + passes - 1;
    access_shared(f, in_shared, shared[cta]);
  }
  if (in_local != 0) start_local(f, in_local, launch);
  if (const LaneMask in_global = f.mask & ~(in_shared | in_local); in_global != 0) {
    ++(i.memory.update != nullptr ? global_atomics_ : i.memory.store ? global_stores_ : global_loads_);
    coalesce(f.addresses, in_global, whole);
  }
  f.outstanding = i.memory.store ? 0 : static_cast<unsigned>(lines_.size());
}

void LoadStoreUnit::coalesce(const ptx::LaneAddresses& addresses, LaneMask lanes, std::uint8_t piece) {
  const std::size_t first = lines_.size();
  for (; lanes != 0; lanes &= lanes - 1) {
    const auto lane = static_cast<unsigned>(std::countr_zero(lanes));
    const std::uint64_t line = addresses[lane] / line_bytes * line_bytes;
    auto it = std::find_if(lines_.begin() + static_cast<std::ptrdiff_t>(first), lines_.end(),
                           [&](const Line& l) { return l.address == line; });
    if (it == lines_.end()) it = lines_.insert(it, {line, 0, piece});
    it->lanes |= LaneMask{1} << lane;
  }
}

void LoadStoreUnit::send(InFlight& f) {
  if (next_line_ == lines_.size() || !port_.free()) return;
  const Line& line = lines_[next_line_++];
  const ptx::MemoryAccess& access = f.instruction->memory;
  const bool in_pieces = line.piece != whole;
  const ptx::LaneAddresses& addresses = in_pieces ? f.pieces->address[line.piece] : f.addresses;
  const unsigned bytes = unsigned{access.width} * access.elements;
  std::uint64_t low = line_bytes, high = 0;
  for (LaneMask rest = line.lanes; rest != 0; rest &= rest - 1) {
    const auto lane = static_cast<unsigned>(std::countr_zero(rest));
    const std::uint64_t offset = addresses[lane] - line.address;
    low = std::min(low, offset);
    high = std::max(high, offset + (in_pieces ? f.pieces->bytes[lane] : bytes));
  }
  low = low / burst_bytes * burst_bytes;
  const auto length = static_cast<unsigned>((high + burst_bytes - 1) / burst_bytes * burst_bytes - low);

  Transaction& t = pool_.acquire();
  if (access.update != nullptr)
    fill_atomic(t, f, line, low, length);
  else if (access.store)
    fill(t, f, line, low, length);
  else
    t.set_up_read(line.address + low, length);
  if (free_tags_.empty()) {
    free_tags_.push_back(waiting_.size());
    waiting_.emplace_back();
  }
  const std::uint64_t tag = free_tags_.back();
  free_tags_.pop_back();
  waiting_[tag] = {access.store ? nullptr : &f, line.lanes, line.piece, f.warp};
  ++outstanding_[f.warp];
  t.origin().tag = tag;
  ++transactions_;
  port_.send(t, Client::data);
}

void LoadStoreUnit::fill(Transaction& t, const InFlight& f, const Line& line, std::uint64_t low,
                         std::uint64_t length) const {
  t.set_up_partial_write(line.address + low, static_cast<unsigned>(length));
  t.enables.fill(TLM_BYTE_DISABLED);
  const unsigned bytes = unsigned{f.instruction->memory.width} * f.instruction->memory.elements;
  for (LaneMask rest = line.lanes; rest != 0; rest &= rest - 1) {
    const auto lane = static_cast<unsigned>(std::countr_zero(rest));
    if (line.piece == whole) {
      const std::uint64_t offset = f.addresses[lane] - line.address - low;
      ptx::store_value(*f.instruction, f.operands, lane,
                       reinterpret_cast<std::byte*>(t.data.data()) + offset);
      std::memset(t.enables.data() + offset, TLM_BYTE_ENABLED, bytes);
    } else {
      const std::uint64_t offset = f.pieces->address[line.piece][lane] - line.address - low;
      std::memcpy(t.data.data() + offset, f.pieces->data[lane][line.piece].data(), f.pieces->bytes[lane]);
      std::memset(t.enables.data() + offset, TLM_BYTE_ENABLED, f.pieces->bytes[lane]);
    }
  }
}

void LoadStoreUnit::fill_atomic(Transaction& t, const InFlight& f, const Line& line, std::uint64_t low,
                                unsigned length) const {
  const ptx::Instruction& i = *f.instruction;
  AtomicRequest& request = t.set_up_atomic(line.address + low, length);
  request.update = i.memory.update;
  request.width = i.memory.width;
  for (LaneMask rest = line.lanes; rest != 0; rest &= rest - 1) {
    const auto lane = static_cast<unsigned>(std::countr_zero(rest));
    request.add(static_cast<unsigned>(f.addresses[lane] - line.address - low),
                ptx::operand_bits(i, f.operands, 1, i.memory.width, lane),
                ptx::operand_bits(i, f.operands, 2, i.memory.width, lane));
  }
}

/// Lets an answer into the instruction that waits for it; returns the warp that has sent the request.
unsigned LoadStoreUnit::take(Transaction& t) {
  const std::uint64_t tag = t.origin().tag;
  auto [f, lanes, piece, warp] = waiting_[tag];
  --outstanding_[warp];
  if (f != nullptr) {
    const auto* data = reinterpret_cast<const std::byte*>(t.data.data());
    const ptx::Instruction& i = *f->instruction;
    for (unsigned k = 0; lanes != 0; lanes &= lanes - 1, ++k) {
      const auto lane = static_cast<unsigned>(std::countr_zero(lanes));
      if (piece != whole)
        std::memcpy(f->pieces->data[lane][piece].data(),
                    data + (f->pieces->address[piece][lane] - t.get_address()), f->pieces->bytes[lane]);
      else if (i.memory.update == nullptr)
        ptx::load_value(i, f->operands, lane, data + (f->addresses[lane] - t.get_address()));
      else
        ptx::load_value(i, f->operands, lane,
                        reinterpret_cast<const std::byte*>(&t.atomic().operations[k].old));
    }
    if (--f->outstanding == 0) loaded(*f, 0);
  }
  free_tags_.push_back(tag);
  t.release();
  return warp;
}

/// All data are here: the registers may be written from cycle `when` on.
void LoadStoreUnit::loaded(InFlight& f, Cycle when) {
  if (f.pieces != nullptr) {
    assemble(f);
    release_pieces(f);
  }
  done_.emplace_back(when, &f);
}

}  // namespace heddle
