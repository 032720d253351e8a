// SPDX-License-Identifier: Apache-2.0
#include "models/host/lane_places.hpp"

#include <algorithm>
#include <bit>
#include <cstring>

#include "models/ptx/opcodes/lanes.hpp"
#include "models/ptx/program/async_copy.hpp"

namespace heddle {
namespace {

using ptx::Instruction;
using Words = std::array<std::uint32_t, warp_size>;

/// The least and greatest low address word of the lanes, the OR of all low words, and the bits in which the
/// high words differ. The loops are written so that the compiler vectorizes them.
struct Extent {
  std::uint32_t least, most, any, differ;
};

[[gnu::always_inline]] inline Extent extent_of(const Words& low, const Words* high, LaneMask lanes,
                                               std::uint32_t shift, Words& words) {
  const auto lead = static_cast<unsigned>(std::countr_zero(lanes));
  const std::uint32_t lead_low = low[lead], lead_high = high != nullptr ? (*high)[lead] : 0;
  Extent e{~0u, 0, 0, 0};
  for (unsigned i = 0; i < warp_size; ++i) {
    const std::uint32_t take = lanes == all_lanes ? ~0u : ptx::lane_select(lanes, i);
    words[i] = ((low[i] & take) | (lead_low & ~take)) + shift;
    e.least = std::min(e.least, words[i]);
    e.most = std::max(e.most, words[i]);
    e.any |= words[i];
  }
  if (high != nullptr)
    for (unsigned i = 0; i < warp_size; ++i)
      e.differ |= ((*high)[i] ^ lead_high) & (lanes == all_lanes ? ~0u : ptx::lane_select(lanes, i));
  return e;
}

[[gnu::always_inline]] inline std::uint32_t offsets_of(const Words& words, std::uint32_t least,
                                                       Words& offset) {
  std::uint32_t sparse = 0;
  for (unsigned i = 0; i < warp_size; ++i) {
    offset[i] = words[i] - least;
    sparse |= offset[i] ^ 4 * i;
  }
  return sparse;
}

[[gnu::always_inline]] inline bool find(const Instruction& i, const ptx::Operands& o, LaneMask lanes,
                                        LanePlaces& places) {
  const unsigned bytes = unsigned{i.memory.width} * i.memory.elements;
  const auto offset = static_cast<std::uint64_t>(i.offset);
  const unsigned slot = i.operand[0].index;
  const bool wide = i.memory.address_bits != 32;
  // A 32-bit sum of address and offset wraps. Of 64-bit addresses the low words are compared before the
  // offset is added.
  alignas(64) Words words;
  const Extent e = extent_of(o.source[slot].lane, wide ? &o.source[slot + 1].lane : nullptr, lanes,
                             wide ? 0 : static_cast<std::uint32_t>(offset), words);
  if (e.differ != 0) return false;
  const auto lead = static_cast<unsigned>(std::countr_zero(lanes));
  places.first = wide ? (std::uint64_t{o.source[slot + 1][lead]} << 32 | e.least) + offset : e.least;
  places.last = e.most - e.least;
  // If the offset is aligned, a misaligned address shows in the words without the offset.
  const std::uint32_t shift = wide ? static_cast<std::uint32_t>(offset) : 0;
  places.aligned = ((e.any | shift) & (bytes - 1)) == 0;
  const std::uint32_t sparse = offsets_of(words, e.least, places.offset);
  places.dense = sparse == 0 && bytes == 4 && lanes == all_lanes;
  return true;
}

[[gnu::target("avx2")]] bool find_wide(const Instruction& i, const ptx::Operands& o, LaneMask lanes,
                                       LanePlaces& places) {
  return find(i, o, lanes, places);
}

template <class T>
[[gnu::always_inline]] inline T read(const std::byte* at) {
  T value;
  std::memcpy(&value, at, sizeof value);
  return value;
}

/// Loads element e of each lane and extends it to 64 bits, by the sign if T is signed.
template <class T>
void load_element(const LanePlaces& places, const std::byte* base, Words& low, Words* high) {
  for (unsigned i = 0; i < warp_size; ++i) {
    const auto bits = static_cast<std::uint64_t>(static_cast<std::int64_t>(read<T>(base + places.offset[i])));
    low[i] = static_cast<std::uint32_t>(bits);
    if (high != nullptr) (*high)[i] = static_cast<std::uint32_t>(bits >> 32);
  }
}

using LoadElement = void (*)(const LanePlaces&, const std::byte*, Words&, Words*);

LoadElement loader(const ptx::MemoryAccess& m) {
  switch (m.width) {
    case 1:
      return m.sign_extend ? load_element<std::int8_t> : load_element<std::uint8_t>;
    case 2:
      return m.sign_extend ? load_element<std::int16_t> : load_element<std::uint16_t>;
    case 4:
      return m.sign_extend ? load_element<std::int32_t> : load_element<std::uint32_t>;
    default:
      return load_element<std::uint64_t>;
  }
}

}  // namespace

bool find_places(const Instruction& i, const ptx::Operands& o, LaneMask lanes, LanePlaces& places) {
  if (i.operand[0].kind == ptx::OperandRef::Kind::none) {
    const unsigned bytes = unsigned{i.memory.width} * i.memory.elements;
    places.first = static_cast<std::uint64_t>(i.offset);
    places.last = 0;
    places.aligned = places.first % bytes == 0;
    places.dense = false;
    places.offset.fill(0);
    return true;
  }
  return ptx::wide_vectors() ? find_wide(i, o, lanes, places) : find(i, o, lanes, places);
}

void load_lanes(const Instruction& i, ptx::Operands& o, LaneMask lanes, const LanePlaces& places,
                const std::byte* base) {
  const ptx::MemoryAccess& m = i.memory;
  const unsigned words = ptx::is_copy(i) ? 1 : i.destination_count / m.elements;
  if (places.dense && words * m.elements == 1) {
    std::memcpy(o.destination[0].lane.data(), base, sizeof(WarpRegister));
    return;
  }
  if (m.width == 4 && words == 1) {
    for (unsigned e = 0; e < m.elements; ++e, base += 4) {
      Words& to = o.destination[e].lane;
      if (lanes == all_lanes) {
        for (unsigned k = 0; k < warp_size; ++k) to[k] = read<std::uint32_t>(base + places.offset[k]);
      } else {
        for (LaneMask rest = lanes; rest != 0; rest &= rest - 1) {
          const auto k = static_cast<unsigned>(std::countr_zero(rest));
          to[k] = read<std::uint32_t>(base + places.offset[k]);
        }
      }
    }
    return;
  }
  const LoadElement load = loader(m);
  alignas(64) Words low, high;
  for (unsigned e = 0; e < m.elements; ++e, base += m.width) {
    load(places, base, low, words == 2 ? &high : nullptr);
    ptx::merge(low, lanes, o.destination[e * words]);
    if (words == 2) ptx::merge(high, lanes, o.destination[e * words + 1]);
  }
}

void store_lanes(const Instruction& i, const ptx::Operands& o, LaneMask lanes, const LanePlaces& places,
                 std::byte* base) {
  const bool register_address = i.operand[0].kind != ptx::OperandRef::Kind::none;
  const unsigned data = register_address ? i.memory.address_bits / 32u : 0;
  if (i.memory.width == 4 && i.memory.elements == 1) {
    const Words& from = o.source[data].lane;
    if (places.dense) {
      std::memcpy(base, from.data(), sizeof(WarpRegister));
    } else {
      for (LaneMask rest = lanes; rest != 0; rest &= rest - 1) {
        const auto k = static_cast<unsigned>(std::countr_zero(rest));
        std::memcpy(base + places.offset[k], &from[k], 4);
      }
    }
    return;
  }
  for (LaneMask rest = lanes; rest != 0; rest &= rest - 1) {
    const auto k = static_cast<unsigned>(std::countr_zero(rest));
    ptx::store_value(i, o, k, base + places.offset[k]);
  }
}

}  // namespace heddle
