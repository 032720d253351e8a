// SPDX-License-Identifier: Apache-2.0
#include <array>
#include <string>

#include "hw/register_virtualization/release_flag_latch/release_flag_latch.hpp"
#include "tb/estimate/stimulus.hpp"

namespace heddle::estimate {
namespace {

PinSequence hand_over(const RtlParameters& parameters, unsigned operations, Random& random) {
  const auto warps = static_cast<std::uint32_t>(std::stoul(parameters.at("Warps")));
  PinSequence sequence({{"step_warp_i", 8},
                        {"step_loads_i", 1},
                        {"step_flags_i", flag_bits_of_pir},
                        {"step_taken_i", 2},
                        {"step_valid_i", 1},
                        {"read_warp_i", 8},
                        {"read_valid_i", 1}});
  std::array<std::uint32_t, 2> flags{};
  std::uint32_t read = 0, before = 0;
  for (unsigned n = 0; n < operations; ++n) {
    const bool loads = random.one_in(8);
    // A quarter of the flags are set.
    if (loads)
      flags = {static_cast<std::uint32_t>(random() & random()),
               static_cast<std::uint32_t>(random() & random()) & 0x3fffff};
    // The warp that was read two cycles ago takes its instructions now.
    sequence.append(0, before);
    sequence.append(1, loads);
    sequence.append(2, flags);
    sequence.append(3, 2);
    sequence.append(4, 1);
    before = read;
    read = random.below(warps);
    sequence.append(5, read);
    sequence.append(6, 1);
  }
  return sequence;
}

const Registration<Stimulus> release_flag_latch_stimulus{
    {.name = "release_flag_latch",
     .random_description =
         "a warp read in every cycle and two instructions handed to it, a pir loaded in one of "
         "eight",
     .random = hand_over}};

}  // namespace
}  // namespace heddle::estimate
