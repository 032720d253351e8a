// SPDX-License-Identifier: Apache-2.0
#include "hw/register_virtualization/free_register_counter/free_register_counter.hpp"

#include <bit>

#include "hw/sim/block_entry.hpp"

namespace heddle {

bool FreeRegisterCounter::rests(const PinsType& pins) {
  return pins.claim.payload().valid.value == 0 && pins.freed.payload().valid.value == 0;
}

Cycle FreeRegisterCounter::tick(Cycle now) {
  if (io.in_reset()) {
    free_.reset();
    io.free.put({});
    return never;
  }
  const Beat<FreeAtLaunch>& launch = io.launch.get();
  if (launch.valid) free_.launch(launch.payload.counts);
  const ClaimedRegisters& claim = io.claim.payload();
  for (unsigned rest = claim.valid.value; rest != 0; rest &= rest - 1)
    free_.claim(claim.cluster_of(static_cast<unsigned>(std::countr_zero(rest))));
  const FreedRegisters& freed = io.freed.payload();
  for (unsigned rest = freed.valid.value; rest != 0; rest &= rest - 1)
    free_.give_back(cluster_of(freed.registers[static_cast<unsigned>(std::countr_zero(rest))]));
  io.free.put({{free_.counts()}});
  return launch.valid || !rests(io) ? now + 1 : never;
}

static const Registration<BlockEntry> registration{
    block_entry<FreeRegisterCounter>("register_virtualization")};

}  // namespace heddle
