// SPDX-License-Identifier: Apache-2.0
#include <array>
#include <string>

#include "models/warp_approximation/similar_registers.hpp"
#include "tb/estimate/stimulus.hpp"

namespace heddle::estimate {
namespace {

/// An entry is updated in each cycle; in one of 32 cycles the warp's paths split, join or begin anew.
PinSequence know(const RtlParameters& parameters, unsigned operations, Random& random) {
  constexpr unsigned lanes = 4;
  const auto registers = static_cast<unsigned>(std::stoul(parameters.at("Registers")));
  PinSequence sequence({{"update_valid_i", lanes},
                        {"update_path_i", lanes},
                        {"update_registers_i", 8 * lanes},
                        {"update_entries_i", 8 * lanes},
                        {"path_change_i", 2},
                        {"path_lanes_i", 64},
                        {"path_representative_i", 16},
                        {"path_valid_i", 1}});
  std::array<std::uint32_t, lanes> number{}, entry{};
  for (unsigned n = 0; n < operations; ++n) {
    number[n % lanes] = random.below(registers);
    entry[n % lanes] =
        RegisterSimilarity{random.one_in(2), random.one_in(4), static_cast<std::uint8_t>(random.below(9))}
            .pins();
    const auto split = static_cast<std::uint32_t>(random());
    const std::array<std::uint32_t, divergence_paths> of_paths{split, ~split};
    const std::array<std::uint32_t, divergence_paths> representative{random.below(warp_size),
                                                                     random.below(warp_size)};
    sequence.append(0, 1u << n % lanes);
    sequence.append(1, random.below(4) == 0 ? 1u << n % lanes : 0);
    sequence.append(2, packed<8>(number));
    sequence.append(3, packed<8>(entry));
    sequence.append(4, random.below(4));
    sequence.append(5, of_paths);
    sequence.append(6, packed<8>(representative));
    sequence.append(7, random.one_in(32));
  }
  return sequence;
}

const Registration<Stimulus> similar_register_table_stimulus{
    {.name = "similar_register_table",
     .random_description =
         "an entry of any register updated in every cycle, that of the second path in a quarter "
         "of them; in one of 32 the paths of the warp change",
     .random = know}};

}  // namespace
}  // namespace heddle::estimate
