// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <array>
#include <string>

#include "hw/e2mc/block_packer/block_packer.hpp"
#include "models/base/random.hpp"
#include "tb/estimate/stimulus.hpp"

namespace heddle::estimate {
namespace {

/// Lines whose ways take from nothing to what just fits: full chunks one after another, and what is left of a
/// way. The line comes with its first bits.
PinSequence pack_lines(const RtlParameters& parameters, unsigned operations, Random& random) {
  const auto value = [&](const char* name) { return static_cast<unsigned>(std::stoul(parameters.at(name))); };
  const unsigned line = value("LineBytes"), ways = value("Ways"), chunk = value("MaxCodeBits"),
                 most = 8 * (line - value("Granularity")) / ways;
  PinSequence sequence({{"start_data_i", 8 * sizeof(LineBytes)},
                        {"start_valid_i", 1},
                        {"bits_chunk_i", 20},
                        {"bits_rest_i", 20},
                        {"bits_count_i", 6},
                        {"bits_last_i", 1},
                        {"bits_total_i", 12},
                        {"bits_uncodable_i", 1},
                        {"bits_valid_i", 1}});
  std::array<std::uint32_t, sizeof(LineBytes) / 4> words{};
  unsigned way = ways, left = 0, total = 0;
  for (unsigned n = 0; n < operations; ++n) {
    const bool starts = way == ways;
    if (starts) {
      way = 0;
      left = random.below(most + 1);
      for (unsigned w = 0; w < line / 4; ++w) words[w] = static_cast<std::uint32_t>(random());
    }
    const bool last = left < 2 * chunk;
    const unsigned count = last ? left : chunk, first = std::min(count, chunk), rest = count - first;
    const auto aligned = [&](unsigned bits) {
      return (static_cast<std::uint32_t>(random()) & e2mc::lower_bits(bits)) << (chunk - bits);
    };
    total += count;
    left -= count;
    sequence.append(0, words);
    const std::array<std::uint32_t, 8> pins{starts, aligned(first), aligned(rest), count, last, total, 0, 1};
    for (std::size_t pin = 0; pin < pins.size(); ++pin) sequence.append(pin + 1, pins[pin]);
    if (!last) continue;
    ++way;
    total = 0;
    left = random.below(most + 1);
  }
  return sequence;
}

const Registration<Stimulus> block_packer_stimulus{
    {.name = "block_packer",
     .random_description = "lines of any bits, up to as many as fit, in full chunks without a gap",
     .random = pack_lines}};

}  // namespace
}  // namespace heddle::estimate
