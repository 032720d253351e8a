// SPDX-License-Identifier: Apache-2.0
#include <array>
#include <string>

#include "hw/register_virtualization/release_flag_cache/release_flag_cache.hpp"
#include "tb/estimate/stimulus.hpp"

namespace heddle::estimate {
namespace {

PinSequence fetch(const RtlParameters&, unsigned operations, Random& random) {
  PinSequence sequence({{"probe_valid_i", probed_words},
                        {"probe_addresses_i", 16 * probed_words},
                        {"fill_address_i", 16},
                        {"fill_flags_i", flag_bits_of_pir},
                        {"fill_valid_i", 1},
                        {"drop_all_i", 1}});
  constexpr unsigned words = 256, pirs = 16;
  std::uint32_t filled = 0;
  std::array<std::uint32_t, 2> flags{};
  for (unsigned n = 0; n < operations; ++n) {
    const std::uint32_t address = random.below(words);
    const bool fills = random.one_in(8);
    if (fills) {
      filled = random.below(words / pirs) * pirs;
      // A quarter of the flags are set.
      flags = {static_cast<std::uint32_t>(random() & random()),
               static_cast<std::uint32_t>(random() & random()) & 0x3fffff};
    }
    sequence.append(0, 3);
    sequence.append(1, packed<16>(std::array{address, address + 1}));
    sequence.append(2, filled);
    sequence.append(3, flags);
    sequence.append(4, fills);
    sequence.append(5, 0);
  }
  return sequence;
}

const Registration<Stimulus> release_flag_cache_stimulus{
    {.name = "release_flag_cache",
     .random_description =
         "two words of a kernel of 256 probed in every cycle, a fill in one of eight cycles",
     .random = fetch}};

}  // namespace
}  // namespace heddle::estimate
