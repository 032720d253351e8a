// SPDX-License-Identifier: Apache-2.0
#include <array>
#include <string>

#include "models/caba/pending_lines.hpp"
#include "tb/estimate/stimulus.hpp"

namespace heddle::estimate {
namespace {

/// Stores of a quarter of a line each, of twice as many lines as there are entries; one in eight requests is
/// a load. What leaves is taken, and one in 64 cycles releases all.
PinSequence merge_stores(const RtlParameters& parameters, unsigned operations, Random& random) {
  PinSequence sequence({{"request_kind_i", 2},
                        {"request_line_i", 40},
                        {"request_bytes_i", 128},
                        {"request_valid_i", 1},
                        {"release_reach_i", 2},
                        {"release_entry_i", 5},
                        {"release_valid_i", 1},
                        {"room_line_i", 1}});
  const auto entries = static_cast<unsigned>(std::stoul(parameters.at("Entries")));
  for (unsigned n = 0; n < operations; ++n) {
    PendingBytes bytes{};
    bytes[random.below(4)] = ~0u;
    sequence.append(0, random.one_in(8));
    sequence.append(1, std::array{0x80000u + random.below(2 * entries), 0u});
    sequence.append(2, bytes);
    sequence.append(3, 1);
    sequence.append(4, static_cast<unsigned>(PendingReach::all));
    sequence.append(5, random.below(entries));
    sequence.append(6, random.one_in(64));
    sequence.append(7, 1);
  }
  return sequence;
}

const Registration<Stimulus> pending_store_buffer_stimulus{
    {.name = "pending_store_buffer",
     .random_description =
         "a quarter of a line is stored in every cycle, of twice as many lines as there are "
         "entries, or in one of eight cycles one is loaded; one in 64 releases all",
     .random = merge_stores}};

}  // namespace
}  // namespace heddle::estimate
