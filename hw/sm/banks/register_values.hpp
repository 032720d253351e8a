// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <vector>

#include "hw/sm/hooks/register_encoding.hpp"
#include "models/base/statistics.hpp"
#include "models/register_file/value_distance.hpp"

namespace heddle {

/// Counts how alike the values in the warp registers are, in the group `values`; changes nothing. Each
/// statistic is kept apart for divergent instructions (those that fewer lanes execute than the launch filled)
/// and the others.
///
/// Lee2015 figure 2 is what `written` counts. The section's text puts each distance of successive thread
/// registers into a bin, and then speaks of registers that are in a bin: both are counted, each of the 31
/// distances (`distances_*`) and each write once, by its largest distance (`writes_*`), which is what decides
/// whether the register can be compressed. A divergent write counts with the whole warp register as it is
/// afterwards, since section 3 speaks of all 32 thread registers and that is what would be compressed. Lanes
/// that were never launched count as equal to the base.
///
/// Figure 12 is what `issued` counts: of the registers of the issuing warp, how many are held compressed.
class RegisterValues {
 public:
  RegisterValues(unsigned registers, const RegisterEncoding& encoding, StatGroup& stats);

  /// An instruction of the program has the result `lanes` for register r, of which it writes those in `mask`.
  void written(RegisterId r, const WarpRegister& lanes, LaneMask mask, bool divergent);
  /// An instruction of a warp whose registers begin at `base` has been issued.
  void issued(RegisterId base, unsigned registers, bool divergent);

 private:
  struct Phase {
    std::array<Counter*, value_distance_words.size()> writes{}, distances{};
    Counter *allocated = nullptr, *compressed = nullptr;
    Phase(StatGroup& stats, const std::string& word);
  };

  const RegisterEncoding& encoding_;
  std::vector<WarpRegister> held_;  ///< values, in whatever form the banks hold them
  std::array<Phase, 2> phases_;     ///< non-divergent, divergent
};

}  // namespace heddle
