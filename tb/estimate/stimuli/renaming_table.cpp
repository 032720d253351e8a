#include <array>
#include <string>

#include "models/register_virtualization/renaming_map.hpp"
#include "tb/estimate/stimulus.hpp"

namespace heddle::estimate {
namespace {

PinSequence rename(const RtlParameters& parameters, unsigned operations, Random& random) {
  const auto rows = static_cast<unsigned>(std::stoul(parameters.at("Entries"))) / table_banks;
  PinSequence sequence({{"access_valid_i", table_banks},
                        {"access_release_i", table_banks},
                        {"access_rows_i", 16 * table_banks},
                        {"map_valid_i", table_banks},
                        {"map_rows_i", 16 * table_banks},
                        {"map_registers_i", 16 * table_banks}});
  std::array<std::uint32_t, table_banks> read{}, written{}, registers{};
  for (unsigned n = 0; n < operations; ++n) {
    // Two operands a cycle, and a destination, each in a bank of its own.
    const unsigned first = random.below(table_banks);
    const unsigned asked = 1u << first | 1u << (first + 1) % table_banks;
    const unsigned bank = random.below(table_banks);
    read[first] = random.below(rows);
    read[(first + 1) % table_banks] = random.below(rows);
    written[bank] = random.below(rows);
    registers[bank] = random.below(table_register_mask + 1);
    sequence.append(0, asked);
    sequence.append(1, random.one_in(2) ? 1u << first : 0);
    sequence.append(2, packed<16>(read));
    sequence.append(3, 1u << bank);
    sequence.append(4, packed<16>(written));
    sequence.append(5, packed<16>(registers));
  }
  return sequence;
}

const Registration<Stimulus> renaming_table_stimulus{
    {.name = "renaming_table",
     .random_description =
         "two rows read in every cycle, one of them released in half of them; one row mapped",
     .random = rename}};

}  // namespace
}  // namespace heddle::estimate
