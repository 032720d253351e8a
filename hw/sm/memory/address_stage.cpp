// SPDX-License-Identifier: Apache-2.0
#include "hw/sm/memory/address_stage.hpp"

#include <algorithm>
#include <bit>
#include <cstring>

#include "models/host/fault.hpp"
#include "models/host/lane_places.hpp"
#include "models/ptx/program/async_copy.hpp"
#include "models/ptx/program/memory_windows.hpp"

namespace heddle {
namespace {

constexpr unsigned line_shift = std::countr_zero(line_bytes);

/// The addresses of an access; an extent that no memory holds when the lanes are looked at one by one.
struct Extent {
  std::uint64_t low = 0, high = ~std::uint64_t{0};
  bool aligned = false;

  Extent(const ptx::Instruction& i, const ptx::Operands& operands, LaneMask lanes,
         ptx::LaneAddresses& addresses) {
    LanePlaces places;
    if (!find_places(i, operands, lanes, places)) {
      ptx::effective_addresses(i, operands, addresses);
      return;
    }
    low = places.first;
    high = low + places.last;
    aligned = places.aligned;
    for (unsigned lane = 0; lane < warp_size; ++lane) addresses[lane] = low + places.offset[lane];
  }
};

/// The lane takes no part in the access; of a load it gets zero.
void drop_lane(InFlight& f, unsigned lane) {
  f.lanes.active &= ~(LaneMask{1} << lane);
  for (unsigned k = 0; k < f.instruction->destination_count; ++k) f.operands.destination[k][lane] = 0;
}

}  // namespace

Cycle AddressStage::start(InFlight& f, Cycle now) {
  n_.coalescer.clear();
  switch (f.instruction->memory.space) {
    case ptx::Space::texture:
      start_texture(f, now);
      return now;
    case ptx::Space::constant:
    case ptx::Space::parameter:
      start_constant(f);
      return now;
    default:
      return start_data(f, now);
  }
}

/// Most accesses lie in one buffer, or window, as a whole; the others are looked at lane by lane.
AddressStage::Spaces AddressStage::find_spaces(InFlight& f, unsigned bytes) const {
  const Launch& launch = *launch_;
  const ptx::Instruction& i = *f.instruction;
  // Code of a technique has shared memory of its own.
  const unsigned shared_bytes = f.context->code != nullptr ? f.context->shared.bytes : launch.shared_bytes;
  Spaces in;
  const Extent extent(i, f.operands, f.lanes.active, f.addresses);
  const bool global = i.memory.space == ptx::Space::global ||
                      (i.memory.space == ptx::Space::generic &&
                       (extent.high < ptx::MemoryWindows::local || extent.low >= ptx::MemoryWindows::end));
  if (i.memory.space == ptx::Space::shared && extent.aligned && extent.high + bytes <= shared_bytes) {
    in.shared = f.lanes.active;
  } else if (!global || !extent.aligned || extent.high < extent.low ||
             launch.memory->check(extent.low, extent.high - extent.low + bytes) == nullptr) {
    for (LaneMask rest = f.lanes.active; rest != 0; rest &= rest - 1) {
      const auto lane = static_cast<unsigned>(std::countr_zero(rest));
      const ptx::Location at = ptx::resolve(i.memory.space, f.addresses[lane]);
      bool inside = false;
      if (at.space == ptx::Space::shared) {
        inside = at.offset + bytes <= shared_bytes;
        in.shared |= LaneMask{1} << lane;
      } else if (at.space == ptx::Space::local) {
        inside = at.offset + bytes <= launch.local_limit(i) && i.memory.update == nullptr;
        in.local |= LaneMask{1} << lane;
      } else {
        inside = launch.memory->check(at.offset, bytes) != nullptr ||
                 (f.injected() && launch.holds(at.offset, bytes));
      }
      if (!inside && f.context->drops_faults) {
        drop_lane(f, lane);
        continue;
      }
      if (!inside || at.offset % bytes != 0) {
        ptx::WarpContext warp = n_.warps[f.warp].context;
        warp.shared_bytes = shared_bytes;
        throw access_error(f.context->code != nullptr ? *f.context->code : *launch.kernel, i, warp, lane,
                           f.addresses[lane], bytes, *launch.memory);
      }
      f.addresses[lane] = at.offset;
    }
  }
  return in;
}

Cycle AddressStage::start_data(InFlight& f, Cycle now) {
  const ptx::MemoryAccess& access = f.instruction->memory;
  if (ptx::is_copy(*f.instruction)) {
    start_copy(f);
    return now;
  }
  const unsigned bytes = unsigned{access.width} * access.elements;
  const Spaces in = find_spaces(f, bytes);
  if (f.instruction->copy.arrives) {
    check_arrival(f, in.shared);
    return now;
  }
  Cycle busy_until = now;
  if (in.shared != 0) {
    const unsigned passes = access_shared(f, in.shared);
    busy_until = now + passes - 1;
    f.ready = busy_until + config_.shared_latency;
  }
  if (in.local != 0) start_local(f, in.local);
  if (const LaneMask global = f.lanes.active & ~(in.shared | in.local); global != 0)
    start_global(f, global, bytes);
  return busy_until;
}

unsigned AddressStage::access_shared(InFlight& f, LaneMask lanes) {
  unsigned memory = f.warp / launch_->warps_per_cta;
  if (f.context->code != nullptr) {
    memory = launch_->ctas_per_sm;
    for (LaneMask rest = lanes; rest != 0; rest &= rest - 1)
      f.addresses[static_cast<unsigned>(std::countr_zero(rest))] += f.context->shared.first;
  }
  const unsigned passes = n_.shared.access(f, lanes, memory);
  ++n_.stats.shared_accesses;
  if (f.instruction->memory.update != nullptr) ++n_.stats.shared_atomics;
  n_.stats.shared_conflicts += passes - 1;
  return passes;
}

/// The addresses in shared memory are checked now, and used when the data has arrived. Lanes that read
/// nothing need no address in global memory.
void AddressStage::start_copy(InFlight& f) {
  const ptx::Instruction& i = *f.instruction;
  const MemoryMap& memory = *launch_->memory;
  const ptx::WarpContext& context = n_.warps[f.warp].context;
  const unsigned bytes = ptx::copy_bytes(i), shared_bytes = launch_->shared_bytes;
  ptx::LaneAddresses to{};
  ptx::copy_addresses(i, f.operands, to);
  ptx::effective_addresses(i, f.operands, f.addresses);
  LaneMask reading = 0;
  for (LaneMask rest = f.lanes.active; rest != 0; rest &= rest - 1) {
    const auto lane = static_cast<unsigned>(std::countr_zero(rest));
    if (to[lane] % bytes != 0 || shared_bytes < bytes || to[lane] > shared_bytes - bytes)
      throw access_error(*launch_->kernel, ptx::store_of_copy(i), context, lane, to[lane], bytes, memory);
    const unsigned read = ptx::bytes_read(i, f.operands, lane);
    if (read == 0) continue;
    reading |= LaneMask{1} << lane;
    if (f.addresses[lane] % bytes != 0 || memory.check(f.addresses[lane], read) == nullptr)
      throw access_error(*launch_->kernel, i, context, lane, f.addresses[lane], read, memory);
  }
  ++n_.stats.async_copies;
  if (reading != 0) start_global(f, reading, bytes);
}

/// An mbarrier lies in shared memory, whatever address names it.
void AddressStage::check_arrival(const InFlight& f, LaneMask in_shared) const {
  const LaneMask elsewhere = f.lanes.active & ~in_shared;
  if (elsewhere == 0) return;
  ptx::Instruction i = *f.instruction;
  i.memory.space = ptx::Space::shared;
  const auto lane = static_cast<unsigned>(std::countr_zero(elsewhere));
  throw access_error(*launch_->kernel, i, n_.warps[f.warp].context, lane, f.addresses[lane], i.memory.width,
                     *launch_->memory);
}

unsigned AddressStage::finish_copy(InFlight& f) {
  if (ptx::is_copy(*f.instruction)) ptx::copy_addresses(*f.instruction, f.operands, f.addresses);
  return access_shared(f, f.lanes.active);
}

void AddressStage::start_global(InFlight& f, LaneMask lanes, unsigned bytes) {
  const ptx::MemoryAccess& access = f.instruction->memory;
  const bool atomic = access.update != nullptr;
  ++(atomic ? n_.stats.global_atomics : access.store ? n_.stats.global_stores : n_.stats.global_loads);
  n_.stats.requested += std::uint64_t{bytes} * static_cast<unsigned>(std::popcount(lanes));
  const bool past = !config_.global_in_l1 || access.cache == ptx::CacheOperator::global;
  n_.coalescer.add(f.addresses, lanes,
                   atomic         ? MemoryPath::atomic
                   : access.store ? MemoryPath::global_store
                   : past         ? MemoryPath::bypassing_load
                                  : MemoryPath::global_load,
                   line_shift);
}

/// Reads of the constant bank: one access an address that is wanted, so that lanes which want the same one
/// are served together and others one after the other (CUDA C Programming Guide, "Constant Memory").
void AddressStage::start_constant(InFlight& f) {
  const ptx::WarpContext& context = n_.warps[f.warp].context;
  const ptx::Instruction& i = *f.instruction;
  const unsigned bytes = unsigned{i.memory.width} * i.memory.elements;
  ++n_.stats.constant_loads;
  const bool parameters = i.memory.space == ptx::Space::parameter;
  const std::uint64_t first = parameters ? 0 : context.constant_address;
  const std::size_t size = parameters ? context.parameters.size() : context.constants.size();
  const Extent extent(i, f.operands, f.lanes.active, f.addresses);
  // The functional model finds out what is wrong with an access outside of its buffer, and throws the error.
  if (extent.low < first || extent.high - first > size || bytes > size - (extent.high - first))
    ptx::execute(i, context, f.lanes.active, f.operands, f.context->code);
  if (parameters)
    for (std::uint64_t& address : f.addresses) address += Launch::parameter_address;
  n_.coalescer.add(f.addresses, f.lanes.active, MemoryPath::constant,
                   static_cast<unsigned>(std::countr_zero(bytes)));
}

/// Local memory is interleaved by words, so that lanes which use the same offset meet in one line.
void AddressStage::start_local(InFlight& f, LaneMask lanes) {
  const ptx::MemoryAccess& access = f.instruction->memory;
  const unsigned bytes = unsigned{access.width} * access.elements;
  const unsigned fragment = std::min(bytes, 4u);
  LaneFragments& p = n_.fragments.lend(f, lanes, bytes / fragment);
  ++(access.store ? n_.stats.local_stores : n_.stats.local_loads);
  const std::uint64_t base = launch_->local_address(sm_, f.warp);
  for (LaneMask rest = lanes; rest != 0; rest &= rest - 1) {
    const auto lane = static_cast<unsigned>(std::countr_zero(rest));
    p.bytes[lane] = static_cast<std::uint8_t>(fragment);
    p.texture[lane] = nullptr;
    std::array<std::byte, ptx::max_texel_bytes> value;
    if (access.store) ptx::store_value(*f.instruction, f.operands, lane, value.data());
    for (unsigned k = 0; k < p.count; ++k) {
      p.address[k][lane] = base + Launch::local_offset(f.addresses[lane] + k * fragment, lane);
      if (access.store) std::memcpy(p.data[lane][k].data(), value.data() + k * fragment, fragment);
    }
  }
  for (unsigned k = 0; k < p.count; ++k) {
    n_.coalescer.add(p.address[k], lanes, access.store ? MemoryPath::local_store : MemoryPath::local_load,
                     line_shift, static_cast<std::uint8_t>(k));
  }
}

void AddressStage::start_texture(InFlight& f, Cycle now) {
  const Launch& launch = *launch_;
  const ptx::WarpContext& context = n_.warps[f.warp].context;
  const ptx::Instruction& i = *f.instruction;
  LaneFragments& p = n_.fragments.lend(f, f.lanes.active, ptx::max_texels);
  ++n_.stats.texture_fetches;
  f.ready = now + config_.l1t.latency;
  for (LaneMask rest = f.lanes.active; rest != 0; rest &= rest - 1) {
    const auto lane = static_cast<unsigned>(std::countr_zero(rest));
    const ptx::Texture* texture = ptx::texture_of(i, context, f.operands, lane);
    if (texture == nullptr) throw texture_error(*launch.kernel, i, context, f.operands, lane);
    p.texture[lane] = texture;
    p.sample[lane] = ptx::texture_sample(i, *texture, f.operands, lane);
    p.bytes[lane] = static_cast<std::uint8_t>(ptx::texel_bytes(*texture));
    for (unsigned k = 0; k < p.sample[lane].count; ++k) {
      if (!p.sample[lane].inside[k]) continue;
      const std::uint64_t address = p.address[k][lane] = p.sample[lane].address[k];
      if (address % p.bytes[lane] != 0 || launch.memory->check(address, p.bytes[lane]) == nullptr)
        throw access_error(*launch.kernel, i, context, lane, address, p.bytes[lane], *launch.memory);
      p.wanted[k] |= LaneMask{1} << lane;
    }
  }
  for (unsigned k = 0; k < p.count; ++k)
    n_.coalescer.add(p.address[k], p.wanted[k], MemoryPath::texture, line_shift,
                     static_cast<std::uint8_t>(k));
}

}  // namespace heddle
