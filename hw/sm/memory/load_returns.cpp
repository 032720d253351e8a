// SPDX-License-Identifier: Apache-2.0
#include "hw/sm/memory/load_returns.hpp"

#include <algorithm>
#include <bit>
#include <cstring>
#include <numeric>

#include "hw/sm/caches/places_in_line.hpp"
#include "hw/sm/memory/coalescer.hpp"
#include "models/ptx/opcodes/lanes.hpp"

namespace heddle {

void LoadReturns::arrived(InFlight& f, Cycle now) {
  if (--f.outstanding != 0) return;
  if (f.fragments != nullptr) {
    assemble(f);
    fragments_.give_back(f);
  }
  if (encoded_ == nullptr || !encoded_->extract(f)) complete(f, now);
}

void LoadReturns::deliver(const LineWaiter& w, const unsigned char* line, unsigned bytes,
                          const LineFormat& format) const {
  using ptx::Space;
  if (!format.unencoded()) return encoded_->take(w, line, format);
  InFlight& f = *w.instruction;
  const ptx::Instruction& i = *f.instruction;
  const auto* data = reinterpret_cast<const std::byte*>(line);
  const std::uint64_t within = bytes - 1;
  if (w.fragment != Coalescer::whole) {
    for (LaneMask rest = w.lanes; rest != 0; rest &= rest - 1) {
      const auto lane = static_cast<unsigned>(std::countr_zero(rest));
      std::memcpy(f.fragments->data[lane][w.fragment].data(),
                  data + (f.fragments->address[w.fragment][lane] & within), f.fragments->bytes[lane]);
    }
  } else if (i.memory.space == Space::constant || i.memory.space == Space::parameter) {
    // All these lanes want the same word.
    const auto first = static_cast<unsigned>(std::countr_zero(w.lanes));
    ptx::load_value(i, f.operands, first, data + (f.addresses[first] & within));
    for (unsigned d = 0; d < i.destination_count; ++d) {
      ptx::Words32 words;
      words.fill(f.operands.destination[d][first]);
      ptx::merge(words, w.lanes, f.operands.destination[d]);
    }
  } else {
    const std::uint64_t base = f.addresses[static_cast<unsigned>(std::countr_zero(w.lanes))] & ~within;
    const unsigned access = unsigned{i.memory.width} * i.memory.elements;
    load_lanes(i, f.operands, w.lanes, places_in(f.addresses, w.lanes, base, access), data);
  }
}

/// All fragments of a load have arrived.
void LoadReturns::assemble(InFlight& f) const {
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

void LoadReturns::check_balance(const Balance& balance) const {
  balance.none("requests of warps without an answer",
               std::accumulate(outstanding_.begin(), outstanding_.end(), std::uint64_t{0}));
}

}  // namespace heddle
