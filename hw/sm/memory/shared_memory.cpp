#include "hw/sm/memory/shared_memory.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <cstring>

#include "hw/sm/memory/places_in_line.hpp"
#include "models/ptx/async_copy.hpp"

namespace heddle {

void SharedMemory::begin(unsigned ctas, unsigned bytes, unsigned of_technique) {
  bytes_ = bytes;
  memory_.assign(ctas + 1, {});
  memory_.back().assign(of_technique, std::byte{0});
}

unsigned SharedMemory::access(InFlight& f, LaneMask lanes, unsigned cta) {
  const unsigned passes =
      f.instruction->memory.update != nullptr ? atomic_passes(f, lanes) : plain_passes(f, lanes);
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

/// True when no bank is asked for two different words: the usual case. One word for all and 32 words in a row
/// are seen at once, others lane by lane.
bool SharedMemory::one_pass(const InFlight& f, LaneMask lanes) const {
  const std::uint64_t lead = f.addresses[static_cast<unsigned>(std::countr_zero(lanes))];
  std::uint64_t differ = 0, scattered = 0;
  for (unsigned lane = 0; lane < warp_size; ++lane) {
    // Lanes that take no part have some other's address, or one that they do not use.
    differ |= f.addresses[lane] ^ lead;
    scattered |= (f.addresses[lane] - f.addresses[0]) ^ 4 * lane;
  }
  if (differ / 4 == 0 || (scattered == 0 && banks_ == warp_size)) return true;
  std::array<std::uint32_t, warp_size> word;
  std::uint32_t asked = 0;
  for (LaneMask rest = lanes; rest != 0; rest &= rest - 1) {
    const auto wanted =
        static_cast<std::uint32_t>(f.addresses[static_cast<unsigned>(std::countr_zero(rest))] / 4);
    const unsigned bank = wanted % banks_;
    if ((asked >> bank & 1) != 0 && word[bank] != wanted) return false;
    asked |= 1u << bank;
    word[bank] = wanted;
  }
  return true;
}

/// Each bank serves one 4-byte word a pass, to all lanes that want that word. Accesses of 8 and 16 bytes go
/// by half and quarter warps, so that lanes beside each other meet in no bank (CUDA C Programming Guide,
/// shared memory of compute capability 2.x).
unsigned SharedMemory::plain_passes(const InFlight& f, LaneMask lanes) const {
  std::array<std::array<std::uint64_t, warp_size>, warp_size> words;  // by bank; a group wants 32 at most
  std::array<unsigned, warp_size> count;
  const unsigned access = unsigned{f.instruction->memory.width} * f.instruction->memory.elements;
  if (access <= 4 && one_pass(f, lanes)) return 1;
  const unsigned parts = std::max(access / 4, 1u), together = warp_size / parts;
  const LaneMask first = all_lanes >> (warp_size - together);
  unsigned passes = 0;
  for (unsigned lane = 0; lane < warp_size; lane += together) {
    count.fill(0);
    unsigned most = 0;
    for (LaneMask rest = lanes & first << lane; rest != 0; rest &= rest - 1)
      for (unsigned part = 0; part < parts; ++part) {
        const std::uint64_t word = f.addresses[static_cast<unsigned>(std::countr_zero(rest))] / 4 + part;
        const auto bank = static_cast<unsigned>(word % banks_);
        auto* end = words[bank].data() + count[bank];
        if (std::find(words[bank].data(), end, word) != end) continue;
        *end = word;
        most = std::max(most, ++count[bank]);
      }
    passes += most;
  }
  return passes;
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
