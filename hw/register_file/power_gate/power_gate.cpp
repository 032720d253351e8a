// SPDX-License-Identifier: Apache-2.0
#include "hw/register_file/power_gate/power_gate.hpp"

#include <bit>

#include "hw/sim/block_entry.hpp"

namespace heddle {

Cycle PowerGate::tick(Cycle now) {
  if (io.in_reset()) {
    gating_.reset();
    io.power.put({{.awake = gating_.awake(), .gated = gating_.gated()}});
    return never;
  }
  const EntryWrites& w = io.write.payload();
  std::array<EntryWrite, write_requesters> writes;
  std::size_t count = 0;
  for (unsigned rest = w.valid.value; rest != 0; rest &= rest - 1) {
    const auto i = static_cast<unsigned>(std::countr_zero(rest));
    writes[count++] = {w.registers[i], w.banks[i], (w.partial.value >> i & 1) != 0};
  }
  const Beat<RegisterRange>& clear = io.clear.get();
  gating_.step(now, io.need.payload().domains, std::span(writes.data(), count),
               clear.valid ? RegisterRange{clear.payload.first, clear.payload.count} : RegisterRange{});
  io.power.put({{.awake = gating_.awake(), .gated = gating_.gated()}});
  return gating_.next(now);
}

static const Registration<BlockEntry> registration{block_entry<PowerGate>("register_file")};

}  // namespace heddle
