// SPDX-License-Identifier: Apache-2.0
#include "tb/register_virtualization/release_flag_cache/release_flag_cache_coverage.hpp"

#include <algorithm>
#include <bit>

namespace heddle {

ReleaseFlagCacheCoverage::Filled::Filled(Coverage& coverage, unsigned entries)
    : hit(coverage.points("probe {} hits", 0, probed_words - 1)),
      entry(coverage.points("entry {} hit", 0, entries - 1)),
      fill(coverage.points("entry {} filled", 0, entries - 1)),
      both_hit(coverage.point("both probes hit", never_in_system("an instruction follows each pir"))),
      other(coverage.point("a probe whose entry holds another address")),
      dropped(coverage.point("a probe of what was dropped")),
      replaced(coverage.point("a fill that replaces another address")),
      again(coverage.point("a fill of the address that is there")),
      from_filled(coverage.point("a probe of an address that is filled in its cycle")),
      from_filled_at_0(coverage.point("a probe of address 0 that is filled in its cycle")),
      first_hit(coverage.point("address 0 hits")),
      last_hit(coverage.point("address ffff hits", never_in_system("no workload has 65536 words of code"))),
      all_flags(coverage.point(
          "a fill with all flags set",
          never_in_system("no workload has six instructions in a row that release three registers each"))),
      drop_and_fill(coverage.point("a fill in the cycle of a drop",
                                   never_in_system("code changes while nothing is fetched"))),
      drop_and_probe(coverage.point("a probe that hits in the cycle of a drop",
                                    never_in_system("code changes while nothing is fetched"))),
      reset(coverage.point("reset of a cache that holds something", only_a_bench_resets())) {}

ReleaseFlagCacheCoverage::ReleaseFlagCacheCoverage(const ReleaseFlagCacheConfig& config)
    : entries_(config.entries),
      flags_(config.entries),
      addresses_(config.entries),
      filled_(config.entries),
      probed_(coverage.points("probe {} valid", 0, probed_words - 1)),
      idle_(coverage.point("nothing to do")),
      both_(coverage.point("two probes at once")),
      same_(coverage.point("two probes of one address",
                           never_in_system("a fetch reads words that follow each other"))),
      miss_(coverage.point("a probe that misses")),
      fill_(coverage.point("a fill")),
      drop_(coverage.point("a drop")),
      high_(coverage.point("an address in the upper half",
                           never_in_system("no workload's kernel has 32768 words of code"))) {
  if (entries_ != 0) with_entries_.emplace_back(coverage, entries_);
}

void ReleaseFlagCacheCoverage::observe(PinValues in, PinValues, bool rst_n) {
  if (!rst_n) {
    for (Filled& f : with_entries_)
      f.reset += std::find(filled_.begin(), filled_.end(), true) != filled_.end();
    flags_.drop_all();
    filled_.assign(entries_, false);
    return;
  }
  const FlagProbes& probe = reinterpret_cast<const Level<FlagProbes>*>(in[0])->payload;
  const auto& fill = *reinterpret_cast<const Beat<FlagFill>*>(in[1]);
  const bool drop = reinterpret_cast<const Level<FlagReset>*>(in[2])->payload.all;
  idle_ += probe.valid.value == 0 && !fill.valid && !drop;
  see_probes(probe, fill, drop);
  drop_ += drop;
  if (drop) flags_.drop_all();
  if (fill.valid) see_fill(fill.payload, drop);
}

void ReleaseFlagCacheCoverage::see_probes(const FlagProbes& probe, const Beat<FlagFill>& fill, bool drop) {
  unsigned hits = 0;
  for (unsigned i = 0; i < probed_words; ++i) {
    if ((probe.valid.value >> i & 1) == 0) continue;
    const std::uint16_t address = probe.addresses[i];
    const bool hit = flags_.find(address).has_value();
    ++*probed_[i];
    hits += hit;
    miss_ += !hit;
    high_ += address >> 15 != 0;
    for (Filled& f : with_entries_) {
      const unsigned e = address % entries_;
      if (hit) ++*f.hit[i], ++*f.entry[e];
      f.other += !hit && flags_.find(addresses_[e]).has_value();
      f.dropped += !hit && filled_[e] && addresses_[e] == address;
      f.from_filled += fill.valid && fill.payload.address == address;
      f.from_filled_at_0 += fill.valid && fill.payload.address == 0 && address == 0;
      f.first_hit += hit && address == 0;
      f.last_hit += hit && address == 0xffff;
      f.drop_and_probe += drop && hit;
    }
  }
  constexpr unsigned all = (1u << probed_words) - 1;
  both_ += probe.valid.value == all;
  same_ += probe.valid.value == all && probe.addresses[0] == probe.addresses[1];
  for (Filled& f : with_entries_) f.both_hit += hits == probed_words;
}

void ReleaseFlagCacheCoverage::see_fill(const FlagFill& fill, bool drop) {
  ++fill_;
  high_ += fill.address >> 15 != 0;
  for (Filled& f : with_entries_) {
    const unsigned e = fill.address % entries_;
    ++*f.fill[e];
    f.all_flags += std::popcount(fill.flags.value) == flag_bits_of_pir;
    f.again += flags_.find(fill.address).has_value();
    f.replaced += addresses_[e] != fill.address && flags_.find(addresses_[e]).has_value();
    f.drop_and_fill += drop;
    addresses_[e] = fill.address;
    filled_[e] = true;
  }
  flags_.put(fill.address, fill.flags.value);
}

}  // namespace heddle
