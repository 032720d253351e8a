// SPDX-License-Identifier: Apache-2.0
#include "hw/register_virtualization/freed_register_queue/freed_register_queue.hpp"

#include <algorithm>
#include <bit>

#include "hw/sim/block_entry.hpp"

namespace heddle {

bool FreedRegisterQueue::rests(const PinsType& pins) {
  return pins.unmapped.payload().valid.value == 0 && pins.taken.payload().count.value == 0;
}

Cycle FreedRegisterQueue::tick(Cycle now) {
  if (io.in_reset()) {
    fifo_.reset();
    io.waiting.put({});
    return never;
  }
  fifo_.take(std::min<unsigned>(io.taken.payload().count.value, most_taken));
  const UnmappedRegisters& unmapped = io.unmapped.payload();
  for (unsigned rest = unmapped.valid.value; rest != 0; rest &= rest - 1)
    fifo_.append(unmapped.registers[static_cast<unsigned>(std::countr_zero(rest))]);
  Level<WaitingRegisters> waiting{};
  waiting.payload.count.value = static_cast<std::uint8_t>(fifo_.size());
  for (unsigned k = 0; k < waiting_shown; ++k) waiting.payload.registers[k] = fifo_.at(k);
  io.waiting.put(waiting);
  return rests(io) ? never : now + 1;
}

static const Registration<BlockEntry> registration{
    block_entry<FreedRegisterQueue>("register_virtualization")};

}  // namespace heddle
