// SPDX-License-Identifier: Apache-2.0
#include "hw/register_virtualization/register_allocator/register_allocator.hpp"

#include <bit>

#include "hw/sim/block_entry.hpp"

namespace heddle {

Cycle RegisterAllocator::tick(Cycle now) {
  if (io.in_reset()) {
    available_.reset();
    io.grant.put({});
    return never;
  }
  const Beat<FixedRegisters>& fixed = io.fixed.get();
  if (fixed.valid) {
    available_.reserve(fixed.payload.count);
    io.grant.put({});
    return never;
  }
  const PoweredSubarrays& power = io.power.payload();
  const unsigned requests = io.request.payload().valid.value;
  Level<AllocatedRegisters> grant{};
  for (unsigned rest = requests; rest != 0; rest &= rest - 1) {
    const auto i = static_cast<unsigned>(std::countr_zero(rest));
    const unsigned cluster = i / 2;
    const int r = available_.find(cluster, power.powered[cluster]);
    if (r == RegisterAvailability::none) continue;
    available_.take(static_cast<RegisterId>(r));
    grant.payload.valid.value |= static_cast<std::uint8_t>(1u << i);
    grant.payload.registers[i] = static_cast<RegisterId>(r);
  }
  const FreedRegisters& freed = io.freed.payload();
  for (unsigned rest = freed.valid.value; rest != 0; rest &= rest - 1)
    available_.release(freed.registers[static_cast<unsigned>(std::countr_zero(rest))]);
  io.grant.put(grant);
  return requests != 0 ? now + 1 : never;
}

static const Registration<BlockEntry> registration{block_entry<RegisterAllocator>("register_virtualization")};

}  // namespace heddle
