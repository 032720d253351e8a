// SPDX-License-Identifier: Apache-2.0
#include <array>
#include <string>

#include "models/register_file/bank_arbitration.hpp"
#include "models/warped_compression/range_indicators.hpp"
#include "tb/estimate/stimulus.hpp"

namespace heddle::estimate {
namespace {

PinSequence updates(const RtlParameters& parameters, unsigned operations, Random& random) {
  constexpr unsigned warp_registers = 32;
  const unsigned encodings = 1u << std::stoul(parameters.at("Bits"));
  PinSequence sequence({{"update_valid_i", write_requesters},
                        {"update_registers_i", 16 * write_requesters},
                        {"update_encodings_i", 8 * write_requesters},
                        {"clear_first_i", 16},
                        {"clear_count_i", 16},
                        {"clear_valid_i", 1}});
  std::array<std::uint32_t, write_requesters> registers{}, encoding{};
  for (unsigned n = 0; n < operations; ++n) {
    // Requesters take turns, as the entries of the write-back queue do; in half of the cycles a second one
    // writes.
    const unsigned valid = 1u << n % write_requesters | random.below(2) << (n + 1) % write_requesters;
    for (unsigned w = 0; w < write_requesters; ++w) {
      if ((valid >> w & 1) == 0) continue;
      registers[w] = random.below(indicator_registers);
      encoding[w] = random.below(encodings);
    }
    sequence.append(0, valid);
    sequence.append(1, packed<16>(registers));
    sequence.append(2, packed<8>(encoding));
    sequence.append(3, random.below(indicator_registers / warp_registers) * warp_registers);
    sequence.append(4, warp_registers);
    sequence.append(5, random.one_in(512));
  }
  return sequence;
}

const Registration<Stimulus> range_indicator_table_stimulus{
    {.name = "range_indicator_table",
     .random_description =
         "one register written in every cycle and two in half of them, any encoding; in one "
         "of 512 cycles the 32 registers of a warp cleared",
     .random = updates}};

}  // namespace
}  // namespace heddle::estimate
