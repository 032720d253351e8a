// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "models/register_virtualization/cta_balance.hpp"

// The registers that are left for instructions to come (Jeon2015, section 7.1).

namespace heddle {

/// Registers of each cluster that are free, and not claimed by an instruction that has been issued. The
/// counts have `bits` bits, which hold all 256 registers of a cluster, and wrap.
class FreeRegisters {
 public:
  static constexpr unsigned bits = 9;

  void reset() { counts_ = {}; }
  void launch(const ClusterCounts& free) {
    for (unsigned c = 0; c < clusters; ++c) counts_[c] = free[c] & mask;
  }
  void claim(unsigned cluster) { change(cluster, -1); }
  void give_back(unsigned cluster) { change(cluster, +1); }

  const ClusterCounts& counts() const { return counts_; }

 private:
  static constexpr unsigned mask = (1u << bits) - 1;
  void change(unsigned cluster, int step) {
    counts_[cluster] = static_cast<std::uint16_t>((counts_[cluster] + step) & mask);
  }

  ClusterCounts counts_{};
};

}  // namespace heddle
