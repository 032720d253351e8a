// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <array>
#include <string>

#include "models/caba/assist_control.hpp"
#include "tb/estimate/stimulus.hpp"

namespace heddle::estimate {
namespace {

constexpr unsigned preloaded = 16;     // subroutines, which share the store evenly
constexpr unsigned instructions = 24;  // of a subroutine that runs, at most

/// The store is loaded, a word a cycle, and the subroutines begin; then eight assist warps fetch in turn, an
/// instruction a cycle.
PinSequence load_and_fetch(const RtlParameters& parameters, unsigned operations, Random& random) {
  const auto words = static_cast<unsigned>(std::stoul(parameters.at("Words")));
  PinSequence sequence({{"load_address_i", assist_address_bits},
                        {"load_word_i", 64},
                        {"load_valid_i", 1},
                        {"begin_subroutine_i", subroutine_id_bits},
                        {"begin_first_i", assist_address_bits},
                        {"begin_valid_i", 1},
                        {"fetch_entry_i", assist_entry_bits},
                        {"fetch_low_i", 1},
                        {"fetch_subroutine_i", subroutine_id_bits},
                        {"fetch_instruction_i", assist_address_bits},
                        {"fetch_valid_i", 1}});
  struct AssistWarp {
    unsigned subroutine = 0, next = 0, last = 0;
  };
  std::array<AssistWarp, 8> warps{};
  const unsigned loaded = std::min(words, operations / 4);
  std::uint64_t word = 0;
  for (unsigned n = 0; n < operations; ++n) {
    const bool loads = n < loaded;
    if (loads) word = random();
    sequence.append(0, loads ? n : 0);
    sequence.append(1, std::array{static_cast<std::uint32_t>(word), static_cast<std::uint32_t>(word >> 32)});
    sequence.append(2, loads);
    const unsigned subroutine = n % preloaded;
    sequence.append(3, subroutine);
    sequence.append(4, subroutine * loaded / preloaded);
    sequence.append(5, loads);
    AssistWarp& warp = warps[n % warps.size()];
    if (warp.next > warp.last) warp = {random.below(preloaded), 0, random.below(instructions)};
    sequence.append(6, n % static_cast<unsigned>(warps.size()));
    sequence.append(7, n & 1);
    sequence.append(8, warp.subroutine);
    sequence.append(9, warp.next);
    sequence.append(10, !loads);
    if (!loads) ++warp.next;
  }
  return sequence;
}

const Registration<Stimulus> assist_warp_store_stimulus{
    {.name = "assist_warp_store",
     .random_description =
         "words loaded in up to a quarter of the cycles, and then an instruction fetched in "
         "each, of eight assist warps in turn",
     .random = load_and_fetch}};

}  // namespace
}  // namespace heddle::estimate
