// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <vector>

#include "hw/register_virtualization/release_flag_cache/release_flag_cache.hpp"
#include "tb/cosim/coverage/block_coverage.hpp"

namespace heddle {

/// Which probes and fills a cache was given; a model of the bench's own tracks its contents.
class ReleaseFlagCacheCoverage final : public BlockCoverage {
 public:
  explicit ReleaseFlagCacheCoverage(const ReleaseFlagCacheConfig& config);
  void observe(PinValues in, PinValues out, bool rst_n) override;

 private:
  /// Situations of a cache that has entries.
  struct Filled {
    Filled(Coverage& coverage, unsigned entries);
    std::vector<std::uint64_t*> hit, entry, fill;
    std::uint64_t &both_hit, &other, &dropped, &replaced, &again, &from_filled, &from_filled_at_0;
    std::uint64_t &first_hit, &last_hit, &all_flags, &drop_and_fill, &drop_and_probe, &reset;
  };
  void see_probes(const FlagProbes& probe, const Beat<FlagFill>& fill, bool drop);
  void see_fill(const FlagFill& fill, bool drop);

  unsigned entries_;
  ReleaseFlags flags_;
  std::vector<std::uint16_t> addresses_;  // of each entry, also after a drop
  std::vector<bool> filled_;              // since the last reset
  std::vector<std::uint64_t*> probed_;
  std::uint64_t &idle_, &both_, &same_, &miss_, &fill_, &drop_, &high_;
  std::vector<Filled> with_entries_;  // one, or none
};

}  // namespace heddle
