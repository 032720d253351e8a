// SPDX-License-Identifier: Apache-2.0
#include <string>

#include "models/warped_compression/thread_width_rows.hpp"
#include "tb/estimate/stimulus.hpp"

namespace heddle::estimate {
namespace {

PinSequence read_and_write(const RtlParameters& parameters, unsigned operations, Random& random) {
  const auto rows = static_cast<std::uint32_t>(std::stoul(parameters.at("Rows")));
  PinSequence sequence({{"read_row_i", 16},
                        {"read_valid_i", 1},
                        {"write_row_i", 16},
                        {"write_lanes_i", bank_lanes},
                        {"write_widths_i", 2 * bank_lanes},
                        {"write_valid_i", 1}});
  for (unsigned n = 0; n < operations; ++n) {
    sequence.append(0, random.below(rows));
    sequence.append(1, 1);
    sequence.append(2, random.below(rows));
    const std::uint32_t all = (1u << bank_lanes) - 1;
    sequence.append(3, random.one_in(4) ? static_cast<std::uint32_t>(random()) & all : all);
    sequence.append(4, static_cast<std::uint32_t>(random()));
    sequence.append(5, random.one_in(2));
  }
  return sequence;
}

const Registration<Stimulus> thread_width_table_stimulus{
    {.name = "thread_width_table",
     .random_description =
         "a row read in every cycle and one written in half of them, of a quarter of these some "
         "lanes, with any widths",
     .random = read_and_write}};

}  // namespace
}  // namespace heddle::estimate
