// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "hw/register_virtualization/cta_throttle/cta_throttle.hpp"
#include "tb/cosim/coverage/block_coverage.hpp"

namespace heddle {

/// Which decisions a throttle took, and what changed meanwhile. Balances are not modelled: only the registers
/// that CTAs hold, and which CTAs are live.
class CtaThrottleCoverage final : public BlockCoverage {
 public:
  explicit CtaThrottleCoverage(const CtaThrottleConfig& config);
  void observe(PinValues in, PinValues out, bool rst_n) override;

 private:
  void reset();
  void see_decision(const AllowedCtas& allowed);
  void see_launch(const Beat<BalanceLaunch>& launch, const CtaChanges& cta, const BalanceChanges& change);
  void see_ctas(const CtaChanges& cta);
  void see_changes(const BalanceChanges& change);
  void see_balances(CtaSet ended);

  bool in_reset_ = true;
  AllowedCtas before_{};
  CtaSet live_ = 0;
  BalanceLaunch launch_{};
  std::array<std::array<int, clusters>, throttled_ctas> held_{};

  std::vector<std::uint64_t*> alone_, some_, started_, ended_, claim_, release_, claimed_in_, released_in_,
      of_cta_;
  std::uint64_t &idle_, &free_again_, &from_all_, &nobody_, &nobody_before_, &none_live_, &all_live_;
  std::uint64_t &launch_live_, &launch_with_, &launch_beyond_, &launch_tight_;
  std::uint64_t &ended_and_started_, &end_of_none_, &start_of_live_, &ends_holding_, &all_start_;
  std::uint64_t &eight_claims_, &four_releases_, &slots_meet_, &claim_and_release_, &claims_alone_,
      &holds_most_;
  std::uint64_t &too_many_, &too_few_, &upper_bits_;
  std::uint64_t &reset_live_, &reset_throttled_;
};

}  // namespace heddle
