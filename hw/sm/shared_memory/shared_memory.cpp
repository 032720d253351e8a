// SPDX-License-Identifier: Apache-2.0
#include "hw/sm/shared_memory/shared_memory.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <cstring>

#include "hw/sm/caches/places_in_line.hpp"
#include "hw/sm/shared_memory/bank_passes.hpp"
#include "models/ptx/program/async_copy.hpp"

namespace heddle {

void SharedMemory::begin(unsigned ctas, unsigned bytes, unsigned of_technique) {
  bytes_ = bytes;
  memory_.assign(ctas + 1, {});
  memory_.back().assign(of_technique, std::byte{0});
}

unsigned SharedMemory::access(InFlight& f, LaneMask lanes, unsigned cta) {
  const auto& memory = f.instruction->memory;
  const unsigned passes =
      memory.update != nullptr
          ? atomic_passes(f, lanes)
          : bank_passes(f.addresses, lanes, unsigned{memory.width} * memory.elements, banks_);
  perform(f, lanes, memory_[cta]);
  return passes;
}

void SharedMemory::perform(InFlight& f, LaneMask lanes, std::vector<std::byte>& memory) {
  const ptx::Instruction& i = *f.instruction;
  if (ptx::is_copy(i)) {
    for (; lanes != 0; lanes &= lanes - 1) {
      const auto lane = static_cast<unsigned>(std::countr_zero(lanes));
      ptx::copied_value(i, f.operands, lane, memory.data() + f.addresses[lane]);
    }
    return;
  }
  if (i.memory.update == nullptr) {
    const LanePlaces places = places_in(f.addresses, lanes, 0, unsigned{i.memory.width} * i.memory.elements);
    if (i.memory.store)
      store_lanes(i, f.operands, lanes, places, memory.data());
    else
      load_lanes(i, f.operands, lanes, places, memory.data());
    return;
  }
  for (; lanes != 0; lanes &= lanes - 1) {
    const auto lane = static_cast<unsigned>(std::countr_zero(lanes));
    std::byte* at = memory.data() + f.addresses[lane];
    std::uint64_t old = 0;
    std::memcpy(&old, at, i.memory.width);
    const std::uint64_t now = i.memory.update(old, ptx::operand_bits(i, f.operands, 1, i.memory.width, lane),
                                              ptx::operand_bits(i, f.operands, 2, i.memory.width, lane));
    if (i.destination_count != 0) ptx::load_value(i, f.operands, lane, at);
    std::memcpy(at, &now, i.memory.width);
  }
}

/// An atomic has its bank alone, even where others want the same word: what one leaves, the next one reads.
unsigned SharedMemory::atomic_passes(const InFlight& f, LaneMask lanes) const {
  std::array<unsigned, warp_size> count{};
  unsigned most = 1;
  for (; lanes != 0; lanes &= lanes - 1) {
    const std::uint64_t word = f.addresses[static_cast<unsigned>(std::countr_zero(lanes))] / 4;
    for (unsigned part = 0; part < f.instruction->memory.width; part += 4)
      most = std::max(most, ++count[(word + part / 4) % banks_]);
  }
  return most;
}

}  // namespace heddle
