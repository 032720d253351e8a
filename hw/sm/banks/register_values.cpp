// SPDX-License-Identifier: Apache-2.0
#include "hw/sm/banks/register_values.hpp"

namespace heddle {

RegisterValues::Phase::Phase(StatGroup& stats, const std::string& word) {
  StatGroup& group = stats.group(word);
  for (std::size_t d = 0; d < value_distance_words.size(); ++d) {
    const std::string bin = value_distance_words[d];
    writes[d] = &group.counter("writes_" + bin, "warp registers",
                               "written, by largest distance between successive threads: " + bin);
    distances[d] = &group.counter("distances_" + bin, "distances",
                                  "between successive threads of written registers: " + bin);
  }
  const auto add_shares = [&](const std::string& what, const auto& counters) {
    for (std::size_t d = 0; d < counters.size(); ++d)
      group.derived(what + "_" + value_distance_words[d] + "_share", "", "of all " + what, {counters[d]},
                    {counters.begin(), counters.end()});
  };
  add_shares("writes", writes);
  add_shares("distances", distances);
  allocated = &group.counter("allocated", "warp registers", "of the issuing warp, summed over instructions");
  compressed =
      &group.counter("compressed", "warp registers", "of these, registers held in fewer than all banks");
  group.ratio("compressed_share", "", "share of the issuing warps' registers that were held compressed",
              *compressed, *allocated);
}

RegisterValues::RegisterValues(unsigned registers, const RegisterEncoding& encoding, StatGroup& stats)
    : encoding_(encoding),
      held_(registers),
      phases_{Phase(stats.group("values"), "non_divergent"), Phase(stats.group("values"), "divergent")} {}

void RegisterValues::written(RegisterId r, const WarpRegister& lanes, LaneMask mask, bool divergent) {
  WarpRegister& held = held_[r];
  for (unsigned i = 0; i < warp_size; ++i)
    if (!divergent || (mask >> i & 1) != 0) held[i] = lanes[i];
  const ValueDistances all = value_distances(held);
  Phase& phase = phases_[divergent];
  ++*phase.writes[static_cast<std::size_t>(all.largest)];
  for (std::size_t d = 0; d < all.count.size(); ++d) *phase.distances[d] += all.count[d];
}

void RegisterValues::issued(RegisterId base, unsigned registers, bool divergent) {
  Phase& phase = phases_[divergent];
  *phase.allocated += registers;
  for (unsigned r = 0; r < registers; ++r)
    if (encoding_.banks(static_cast<RegisterId>(base + r)) != all_banks) ++*phase.compressed;
}

}  // namespace heddle
