// SPDX-License-Identifier: Apache-2.0
#include <array>

#include "hw/register_virtualization/register_spill_unit/register_spill_unit.hpp"
#include "tb/estimate/stimulus.hpp"

namespace heddle::estimate {
namespace {

std::array<std::uint32_t, 2> words(std::uint64_t value) {
  return {static_cast<std::uint32_t>(value), static_cast<std::uint32_t>(value >> 32)};
}

PinSequence stand_still(const RtlParameters&, unsigned operations, Random& random) {
  PinSequence sequence({{"state_quiet_i", 1},
                        {"state_room_i", 1},
                        {"state_resident_i", spilled_warps},
                        {"state_starved_i", spilled_warps},
                        {"state_waiting_i", spilled_warps},
                        {"done_registers_i", 64},
                        {"done_valid_i", 1}});
  constexpr unsigned warps = 32, period = 32;  // cycles from one command to the next
  WarpSet starved = 0, waiting = 0;
  RegisterSet registers = 0;
  for (unsigned n = 0; n < operations; ++n) {
    if (n % period == 0) {
      starved = random.one_in(2) ? 0 : random() & random() & ((WarpSet{1} << warps) - 1);
      waiting = random() & ((WarpSet{1} << warps) - 1) & ~starved;
      registers = random() & random();
    }
    sequence.append(0, n % period >= period / 2);
    sequence.append(1, starved == 0);
    sequence.append(2, words((WarpSet{1} << warps) - 1));
    sequence.append(3, words(starved));
    sequence.append(4, words(waiting));
    sequence.append(5, words(registers));
    sequence.append(6, n % period == period / 4);
  }
  return sequence;
}

const Registration<Stimulus> register_spill_unit_stimulus{
    {.name = "register_spill_unit",
     .random_description = "a command in every 32 cycles to one of 32 warps, half of them to fill",
     .random = stand_still}};

}  // namespace
}  // namespace heddle::estimate
