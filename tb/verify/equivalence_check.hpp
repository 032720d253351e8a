// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>
#include <span>
#include <string>

#include "tb/cosim/cosim.hpp"
#include "tb/verify/decide.hpp"
#include "tb/verify/mutants.hpp"

namespace heddle::verify {

/// Decides whether a mutant is the original machine as far as a co-simulation can see: payloads while they
/// are valid and in reset, everything else always, for all inputs and all resets after the first one.
class EquivalenceCheck {
 public:
  /// Prepares original and mutant side by side; `channels` are those of the block. Throws Error when yosys
  /// does not manage.
  EquivalenceCheck(const std::string& block, const MutatedRtl& mutated,
                   std::span<const CosimChannel> channels, const std::filesystem::path& folder);

  /// Proven: equivalent. Refuted: some input tells them apart. First one step from equal registers is looked
  /// at, then a few edges from reset, then all times: at most `seconds` each.
  ProofVerdict equivalent(unsigned mutant, unsigned seconds) const;

 private:
  std::filesystem::path folder_;
  std::string gates_;  ///< both in BLIF, with the selector as an input
  unsigned selector_bits_;
};

}  // namespace heddle::verify
