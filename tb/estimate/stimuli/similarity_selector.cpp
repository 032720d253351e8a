// SPDX-License-Identifier: Apache-2.0
#include "tb/estimate/stimulus.hpp"

namespace heddle::estimate {
namespace {

/// All lanes are active, d is the one at which Wong2016's figure 1 shows 56.5 %, and the operand is the
/// previous result.
PinSequence select_value(const RtlParameters&, std::span<const WarpRegister> registers) {
  constexpr std::uint32_t d = 4;
  PinSequence sequence(
      {{"req_data_i", 1024}, {"req_active_i", 32}, {"req_d_i", 5}, {"req_input_i", 32}, {"req_valid_i", 1}});
  std::uint32_t operand = 0;
  for (const WarpRegister& r : registers) {
    sequence.append(0, r.lane);
    sequence.append(1, all_lanes);
    sequence.append(2, d);
    sequence.append(3, operand);
    sequence.append(4, 1);
    operand = r[0];
  }
  return sequence;
}

const Registration<Stimulus> similarity_selector_stimulus{
    {.name = "similarity_selector",
     .random_description = "a quarter each of equal lanes, differences of 7 bits, of 15 bits, and unrelated "
                           "lanes; all lanes active",
     .random = [](const RtlParameters& parameters, unsigned operations,
                  Random& random) { return select_value(parameters, random_registers(operations, random)); },
     .from_registers = select_value}};

}  // namespace
}  // namespace heddle::estimate
