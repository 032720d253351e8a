// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>

#include "models/base/statistics.hpp"
#include "models/register_file/register_banks.hpp"

namespace heddle {

/// Counts, in the group `wires`, the bits that change on the data wires of the register banks: 128 from and
/// 128 to each bank, which keep their last value while the bank is not accessed. The wire activity of Lee2015
/// section 6.7 is toggles over wires driven; the paper takes one half of them.
class BankWires {
 public:
  explicit BankWires(StatGroup& stats);

  /// The banks in `set` of register r's cluster deliver their parts of `bytes`.
  void read(RegisterId r, BankSet set, const WarpRegister& bytes) { drive(from_, r, set, bytes); }
  /// The banks are written. When single lanes of a bank are written, all its wires are driven.
  void written(RegisterId r, BankSet set, const WarpRegister& bytes) { drive(to_, r, set, bytes); }

 private:
  using Words = std::array<std::uint64_t, bank_bytes / 8>;
  using Wires = std::array<Words, register_banks>;
  void drive(Wires& wires, RegisterId r, BankSet set, const WarpRegister& bytes);

  Wires from_{}, to_{};
  Counter &driven_, &toggles_;
};

}  // namespace heddle
