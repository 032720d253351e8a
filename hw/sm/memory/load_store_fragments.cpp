#include <algorithm>
#include <bit>
#include <cstring>

#include "hw/sm/memory/load_store_unit.hpp"
#include "models/host/fault.hpp"

/// Local memory and textures, of which a lane wants several places at a time.
namespace heddle {

LaneFragments& LoadStoreUnit::lend_fragments(InFlight& f, LaneMask lanes, unsigned count) {
  if (free_fragments_.empty())
    free_fragments_.push_back(all_fragments_.emplace_back(new LaneFragments).get());
  LaneFragments& p = *free_fragments_.back();
  free_fragments_.pop_back();
  p.lanes = lanes;
  p.count = count;
  p.wanted.fill(0);
  f.fragments = &p;
  return p;
}

void LoadStoreUnit::release_fragments(InFlight& f) {
  free_fragments_.push_back(f.fragments);
  f.fragments = nullptr;
}

/// Local memory is interleaved by words, so that lanes which use the same offset meet in one line.
void LoadStoreUnit::start_local(InFlight& f, LaneMask lanes) {
  const ptx::MemoryAccess& access = f.instruction->memory;
  const unsigned bytes = unsigned{access.width} * access.elements;
  const unsigned fragment = std::min(bytes, 4u);
  LaneFragments& p = lend_fragments(f, lanes, bytes / fragment);
  ++(access.store ? stats_.local_stores : stats_.local_loads);
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
    coalescer_.add(p.address[k], lanes, access.store ? MemoryPath::local_store : MemoryPath::local_load,
                   std::countr_zero(line_bytes), static_cast<std::uint8_t>(k));
  }
}

void LoadStoreUnit::start_texture(InFlight& f, Cycle now) {
  const Launch& launch = *launch_;
  const ptx::WarpContext& context = warps_[f.warp].context;
  const ptx::Instruction& i = *f.instruction;
  LaneFragments& p = lend_fragments(f, f.lanes.active, ptx::max_texels);
  ++stats_.texture_fetches;
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
    coalescer_.add(p.address[k], p.wanted[k], MemoryPath::texture, std::countr_zero(line_bytes),
                   static_cast<std::uint8_t>(k));
}

/// All fragments of a load are here.
void LoadStoreUnit::assemble(InFlight& f) const {
  const LaneFragments& p = *f.fragments;
  for (LaneMask rest = p.lanes; rest != 0; rest &= rest - 1) {
    const auto lane = static_cast<unsigned>(std::countr_zero(rest));
    if (p.texture[lane] != nullptr) {
      ptx::texture_value(*f.instruction, *p.texture[lane], p.sample[lane], p.data[lane], f.operands, lane);
      continue;
    }
    std::array<std::byte, ptx::max_texel_bytes> value;
    for (unsigned k = 0; k < p.count; ++k)
      std::memcpy(value.data() + k * p.bytes[lane], p.data[lane][k].data(), p.bytes[lane]);
    ptx::load_value(*f.instruction, f.operands, lane, value.data());
  }
}

}  // namespace heddle
