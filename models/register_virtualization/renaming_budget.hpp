// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

namespace heddle {

/// The renaming table of an SM (Jeon2015, 7.1): an entry for each renamed register of each warp that can be
/// resident, as wide as the number of a physical register.
struct RenamingBudget {
  std::uint32_t bytes = 1024;               ///< Jeon2015, 7.1
  std::uint32_t physical_registers = 1024;  ///< warp registers: 128 KB
  unsigned entry_bits() const;
  std::uint32_t entries() const { return bytes * 8 / entry_bits(); }
  /// Registers a thread that can be renamed when `warps` (CTAs an SM times warps a CTA) are resident.
  /// The paper's formula has a further factor of 4 bytes, with which its own results do not come out.
  /// Throws Error for no warps.
  std::uint32_t renamed_registers(std::uint32_t warps) const;
  /// What a table would take that renames them all: the left side of Fig. 14.
  double unconstrained_bytes(std::uint32_t registers, std::uint32_t warps) const {
    return static_cast<double>(registers) * warps * entry_bits() / 8;
  }
};

}  // namespace heddle
