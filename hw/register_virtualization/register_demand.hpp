// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "models/ptx/program/program.hpp"
#include "models/register_virtualization/cta_balance.hpp"

namespace heddle {

/// The most that a launch can claim of the register file.
struct RegisterDemand {
  /// `exempt` registers of each warp are not renamed; they have the lowest of the `physical` registers.
  RegisterDemand(const ptx::Kernel& kernel, unsigned exempt, unsigned warps_per_cta, unsigned ctas,
                 unsigned physical);

  std::uint16_t of_cta = 0;          ///< most registers of a cluster that a CTA can claim
  std::uint16_t of_warp = 0;         ///< the same of a warp
  std::uint16_t of_instruction = 0;  ///< the same of an instruction
  ClusterCounts capacity{};          ///< registers of a cluster that can be claimed
  /// The same; but so many that no CTA is throttled where all CTAs fit, or where not even one fits.
  ClusterCounts balance_capacity{};
  bool suffices = false;  ///< for all CTAs at once

  /// The registers of a cluster that two issue slots can claim in the three cycles that a decision does not
  /// take into account.
  std::uint16_t margin() const {
    return static_cast<std::uint16_t>(suffices || !possible() ? 0 : 3 * 2 * of_instruction);
  }
  /// Does one CTA fit into each cluster? Does a warp?
  bool possible() const { return fits(of_cta); }
  bool possible_by_spilling() const { return fits(of_warp); }

 private:
  bool fixed_fit_ = false;  ///< the registers that are not renamed fit into the file
  bool fits(unsigned claimed) const;
};

}  // namespace heddle
