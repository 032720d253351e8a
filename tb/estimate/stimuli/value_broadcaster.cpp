// SPDX-License-Identifier: Apache-2.0
#include "tb/estimate/stimulus.hpp"

namespace heddle::estimate {
namespace {

/// Lane 0 of every fourth operand is broadcast.
PinSequence spread(const RtlParameters&, std::span<const WarpRegister> registers) {
  PinSequence sequence({{"req_data_i", 1024}, {"req_broadcast_i", 1}, {"req_lane_i", 5}, {"req_valid_i", 1}});
  std::uint32_t n = 0;
  for (const WarpRegister& r : registers) {
    sequence.append(0, r.lane);
    sequence.append(1, n++ % 4 == 0);
    sequence.append(2, 0);
    sequence.append(3, 1);
  }
  return sequence;
}

const Registration<Stimulus> value_broadcaster_stimulus{
    {.name = "value_broadcaster",
     .random_description =
         "a quarter each of equal lanes, differences of 7 bits, of 15 bits, and unrelated lanes; "
         "every fourth is broadcast",
     .random = [](const RtlParameters& parameters, unsigned operations,
                  Random& random) { return spread(parameters, random_registers(operations, random)); },
     .from_registers = spread}};

}  // namespace
}  // namespace heddle::estimate
