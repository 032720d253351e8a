// SPDX-License-Identifier: Apache-2.0
#include <array>

#include "hw/register_virtualization/freed_register_queue/freed_register_queue.hpp"
#include "tb/estimate/stimulus.hpp"

namespace heddle::estimate {
namespace {

/// Two mappings end in every cycle, and registers leave four at a time where there are four.
PinSequence queue_registers(const RtlParameters&, unsigned operations, Random& random) {
  PinSequence sequence(
      {{"unmapped_valid_i", table_banks}, {"unmapped_registers_i", 16 * table_banks}, {"taken_count_i", 3}});
  unsigned waiting = 0;
  for (unsigned n = 0; n < operations; ++n) {
    std::array<std::uint32_t, table_banks> registers{};
    const unsigned first = random.below(table_banks), second = (first + 1 + random.below(3)) % table_banks;
    for (const unsigned lane : {first, second}) registers[lane] = random.below(1024);
    const unsigned taken = waiting < most_taken ? 0 : most_taken;
    sequence.append(0, 1u << first | 1u << second);
    sequence.append(1, packed<16>(registers));
    sequence.append(2, taken);
    waiting += 2 - taken;
  }
  return sequence;
}

const Registration<Stimulus> freed_register_queue_stimulus{
    {.name = "freed_register_queue",
     .random_description = "two registers arrive in every cycle, and four leave in every second one",
     .random = queue_registers}};

}  // namespace
}  // namespace heddle::estimate
