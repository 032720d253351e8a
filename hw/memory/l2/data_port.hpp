// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>

#include "hw/sim/clock_domain.hpp"
#include "models/base/statistics.hpp"

namespace heddle {

/// A data port of an L2 slice: `bytes` a cycle, one transfer after the other.
class DataPort {
 public:
  /// `busy` counts the cycles in which it is taken.
  DataPort(unsigned bytes, Counter& busy) : bytes_(bytes), busy_(busy) {}

  Counter& busy() const { return busy_; }
  bool free(Cycle now) const { return until_ <= now; }
  /// The first cycle in which it is free.
  Cycle until() const { return until_; }
  unsigned cycles_for(unsigned bytes) const { return (bytes + bytes_ - 1) / bytes_; }
  /// Takes it for so many cycles, after the transfers that have it.
  void take(unsigned cycles, Cycle now) {
    until_ = std::max(until_, now) + cycles;
    busy_ += cycles;
  }
  /// Takes it for so many cycles together with the transfer that has it: for a line that is answered while it
  /// is filled.
  void share(unsigned cycles, Cycle now) {
    if (now + cycles > until_) take(static_cast<unsigned>(now + cycles - until_), now);
  }

 private:
  const unsigned bytes_;
  Counter& busy_;
  Cycle until_ = 0;
};

}  // namespace heddle
