// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "hw/register_virtualization/free_register_counter/free_register_counter.hpp"
#include "tb/cosim/coverage/block_coverage.hpp"

namespace heddle {

/// Which claims and freed registers a counter was given, and what its counts were then.
class FreeRegisterCounterCoverage final : public BlockCoverage {
 public:
  explicit FreeRegisterCounterCoverage(const FreeRegisterCounterConfig&);
  void observe(PinValues in, PinValues out, bool rst_n) override;

 private:
  using Numbers = std::array<unsigned, clusters>;
  void see_launch(const FreeAtLaunch& launch, bool alone);
  void see_counts(const Numbers& claimed, const Numbers& freed, const ClusterCounts& before);

  bool in_reset_ = true;
  FreeCounts last_{};     ///< counts before this edge
  bool changed_ = false;  ///< at the edge before
  std::vector<std::uint64_t*> claim_, claimed_in_, freed_, freed_in_, claimed_at_once_, freed_at_once_;
  std::vector<std::uint64_t*> none_left_, all_free_, bit_;
  std::uint64_t &idle_, &launch_, &launch_with_, &launch_upper_, &launch_none_, &both_, &both_even_;
  std::uint64_t &last_claimed_, &first_back_, &below_, &beyond_, &upper_bits_, &in_turn_, &all_claims_,
      &all_freed_, &reset_;
};

}  // namespace heddle
