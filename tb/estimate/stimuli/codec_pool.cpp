// SPDX-License-Identifier: Apache-2.0
#include <array>
#include <string>
#include <utility>

#include "models/e2mc/codec_pool.hpp"
#include "tb/estimate/stimulus.hpp"

namespace heddle::estimate {
namespace {

constexpr unsigned cycles_of_a_line = 46;  // of 924 MHz, in a compressor of 1.43 GHz with symbols of 16 bits

/// As many lines as keep the units busy for half of the time. What is offered is taken at once and has a line
/// at the next edge, or as soon as one comes.
PinSequence serve_lines(const RtlParameters& parameters, unsigned operations, Random& random) {
  PinSequence sequence({{"free_units_i", 64}, {"taken_offer_i", 1}});
  const auto value = [&](const char* name) { return static_cast<unsigned>(std::stoul(parameters.at(name))); };
  const unsigned units = value("Units");
  e2mc::CodecPoolState state(units, static_cast<e2mc::PoolPolicy>(value("Policy")));
  std::array<unsigned, e2mc::most_pool_units> busy{};
  std::uint64_t free = ~std::uint64_t{0} >> (64 - units);
  std::optional<unsigned> offered;
  unsigned claimed = units;  // none
  for (unsigned n = 0; n < operations; ++n) {
    const bool takes = offered && claimed == units;
    sequence.append(0, std::array{static_cast<std::uint32_t>(free), static_cast<std::uint32_t>(free >> 32)});
    sequence.append(1, takes);
    if (takes) claimed = *offered;
    offered = state.step(free, takes);
    for (unsigned u = 0; u < units; ++u)
      if (busy[u] != 0 && --busy[u] == 0) free |= std::uint64_t{1} << u;
    if (claimed == units) continue;
    free &= ~(std::uint64_t{1} << claimed);
    if (random.below(2 * cycles_of_a_line) < units) busy[std::exchange(claimed, units)] = cycles_of_a_line;
  }
  return sequence;
}

const Registration<Stimulus> codec_pool_stimulus{
    {.name = "codec_pool",
     .random_description = "lines that keep each unit for 46 cycles and come so often that half of the units "
                           "work at a time",
     .random = serve_lines}};

}  // namespace
}  // namespace heddle::estimate
