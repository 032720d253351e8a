// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <array>

#include "models/register_virtualization/renaming_map.hpp"

// Physical registers between the end of their mapping and their release (Jeon2015, section 7.1).

namespace heddle {

/// Registers in the order in which they came, `capacity` at most.
class FreedRegisterFifo {
 public:
  static constexpr unsigned capacity = 16;

  void reset() { size_ = 0; }
  /// The `count` oldest leave; of fewer, all.
  void take(unsigned count) {
    count = std::min(count, size_);
    std::copy(registers_.begin() + count, registers_.begin() + size_, registers_.begin());
    size_ -= count;
  }
  /// Of the number ten bits count. A register that finds no place is dropped.
  void append(RegisterId r) {
    if (size_ < capacity) registers_[size_++] = r & table_register_mask;
  }

  unsigned size() const { return size_; }
  /// The oldest is number 0; 0 where there is none.
  RegisterId at(unsigned k) const { return k < size_ ? registers_[k] : RegisterId{0}; }

 private:
  std::array<RegisterId, capacity> registers_{};
  unsigned size_ = 0;
};

}  // namespace heddle
