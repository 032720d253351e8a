// SPDX-License-Identifier: Apache-2.0
#include <array>
#include <optional>

#include "models/register_file/mov_injection.hpp"
#include "tb/estimate/stimulus.hpp"

namespace heddle::estimate {
namespace {

constexpr unsigned cycles_to_banks = 8;

PinSequence diverge(const RtlParameters&, unsigned operations, Random& random) {
  PinSequence sequence({{"check_valid_i", 2},
                        {"check_partial_i", 2},
                        {"check_unit_i", 16},
                        {"check_compressed_i", 16},
                        {"written_moves_i", collector_units * destinations},
                        {"room_free_i", 1}});
  MovInjection injection;
  std::array<DestinationSet, cycles_to_banks> on_their_way{};
  std::uint32_t unit = 0, compressed = 0;
  for (unsigned n = 0; n < operations; ++n) {
    const DestinationSet written = on_their_way[n % cycles_to_banks];
    unit = n % collector_units;
    const bool enters = (injection.held() >> unit & 1) == 0;
    const bool partial = random.one_in(4);
    compressed = random.one_in(2) ? 1u << random.below(destinations) : 0;
    const auto issued = injection.step(
        written, enters && partial ? DestinationSet{compressed} << unit * destinations : 0, true);
    on_their_way[n % cycles_to_banks] = issued ? DestinationSet{1} << *issued : 0;
    sequence.append(0, enters);
    sequence.append(1, partial);
    sequence.append(2, unit);
    sequence.append(3, compressed);
    sequence.append(
        4, std::array{static_cast<std::uint32_t>(written), static_cast<std::uint32_t>(written >> 32)});
    sequence.append(5, 1);
  }
  return sequence;
}

const Registration<Stimulus> mov_injector_stimulus{
    {.name = "mov_injector",
     .random_description =
         "an instruction entering in every cycle, a quarter of them partial, half of these with a "
         "compressed destination; its MOV in the banks 8 cycles later",
     .random = diverge}};

}  // namespace
}  // namespace heddle::estimate
