// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <bit>
#include <cstdint>

#include "models/register_file/power_gating.hpp"

// Which physical registers are free (Jeon2015, sections 7.1 and 8.2).

namespace heddle {

/// The availability vectors of an SM: 256 bits a cluster, which is what Jeon2015 calls a register bank. A
/// register is found in its cluster only, in the lowest subarray that is powered and has a free one, or else
/// in the lowest that has one; there it is the lowest row.
class RegisterAvailability {
 public:
  /// `registers` of the file: 64 to 1024, a multiple of 4. `rows_per_subarray`: 16 to 256, a power of two.
  /// Throws Error otherwise.
  RegisterAvailability(unsigned registers, unsigned rows_per_subarray);

  static constexpr unsigned most_subarrays = 16;  ///< of a cluster
  static constexpr int none = -1;

  /// All are free but the lowest `count`, which belong to registers that are not renamed.
  void reserve(unsigned count);
  void reset() { reserve(0); }
  /// A free register of the cluster, which stays free, or none. Bit s of `powered`: subarray s.
  int find(unsigned cluster, unsigned powered) const;
  /// Registers that the file does not have are ignored.
  void take(RegisterId r) { set(r, false); }
  void release(RegisterId r) { set(r, true); }

  unsigned free(unsigned cluster) const {
    unsigned n = 0;
    for (const std::uint64_t word : free_[cluster]) n += static_cast<unsigned>(std::popcount(word));
    return n;
  }

 private:
  void set(RegisterId r, bool is_free);
  std::uint64_t rows_of(unsigned subarrays, unsigned word) const;

  unsigned registers_, rows_;
  std::array<std::array<std::uint64_t, bank_entries / 64>, clusters>
      free_{};  ///< bit r mod 64 of word r / 64
};

}  // namespace heddle
